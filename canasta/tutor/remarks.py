"""What follows from a legal action, in the rules' terms: small readers, each of which tells one thing.

A reader gets a ``Look`` and yields remarks. What it says is read off the engine: the position after, the judge, the
clauses' values and what followed. To add one, write it and name it in ``READERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import NATURALS, ONE, Bag, Kind
from canasta.clauses import BOOK
from canasta.judge import judge
from canasta.lister import legal, questions
from canasta.score import score_table
from canasta.table import meld_of
from canasta.tutor.look import Look, Remark, worth
from canasta.wayout import unseen, way_out
from canasta.words import N_

NEAR = 4  # cards in the hand of one who may soon go out
LOOKED_AT = 20  # legal plays, of which one of a kind is wanted; there are fewer draws and discards


def pairs(hand: Bag) -> list[Kind]:
    """The ranks of which a hand holds a natural pair."""
    return [kind for kind in NATURALS if c.count(hand, kind) >= 2]


def told(look: Look, *clauses: str) -> Iterator[Remark]:
    """What the engine itself says of what follows."""
    return (Remark(*event) for event in look.followed(*clauses))


# -- what it leaves in the hand -------------------------------------------------------------------------------------


def few_left(look: Look) -> Iterator[Remark]:
    """Two cards left without the canastas to go out: one is discarded, one kept, nothing more is laid."""
    leave = look.leave
    if not look.lays or leave is None or leave.may_go_out or leave.ends_turn:
        return
    values = {"left": leave.left, "canastas": leave.canastas, "needed": leave.needed}
    if leave.left == 2 and leave.barred:
        message = N_("{left:cards} would stay, one to discard and one to keep: you may not go out in this turn.")
        yield Remark("out.ask-binding", message, values, True)
    elif leave.left == 2:
        message = N_(
            "{left:cards} would stay, one to discard and one to keep: your side has {canastas:canastas} of {needed} "
            "needed to go out."
        )
        yield Remark("out.keep-one", message, values, True)
    elif leave.left == 1:
        message = N_("One card would stay: you could not discard it, and must complete the canasta with it.")
        yield Remark("out.keep-one", message, values)


def must_leave(look: Look) -> Iterator[Remark]:
    """One card left of a player who may go out: with it the turn ends only by going out."""
    leave = look.leave
    if look.lays and leave is not None and leave.may_go_out and leave.left == 1 and not leave.ends_turn:
        yield Remark("out.canasta", N_("One card would stay: your turn could end only by going out."))


def one_kept(look: Look) -> Iterator[Remark]:
    """A discard that keeps one card, without the canastas to go out."""
    leave = look.leave
    if look.thrown is not None and leave is not None and leave.left == 1 and leave.canastas < leave.needed:
        message = N_("You keep one card, and always need one: your side has {canastas:canastas} of {needed} to go out.")
        yield Remark("out.keep-one", message, {"canastas": leave.canastas, "needed": leave.needed})


def pair_gone(look: Look) -> Iterator[Remark]:
    """A natural pair that leaves the hand; the last one costs where only a pair takes the pile."""
    if look.verb not in (a.MELD, a.DISCARD) or look.over or not look.knows_hand:
        return
    had, has = pairs(look.hand), pairs(look.rest)
    frozen = look.after.is_frozen(look.side)
    if had and not has and frozen:
        message = N_("No natural pair would be left in your hand, and only a pair takes the frozen pile.")
        yield Remark("freeze.natural-pair", message, {}, True)
    elif look.thrown in had and look.thrown not in has and not meld_of(look.before.tables[look.side], look.thrown or 0):
        message = N_("It breaks your pair of {rank:ranks}.")
        yield Remark("freeze.natural-pair" if frozen else "take.pair", message, {"rank": look.thrown})


# -- melds and canastas -----------------------------------------------------------------------------------------------


def opened(look: Look) -> Iterator[Remark]:
    """The initial meld against its minimum, and what it means for the partner."""
    if not look.opens:
        return
    facts = look.case.opening()
    if not facts.short:
        values = {"total": facts.total, "minimum": facts.minimum}
        yield Remark("initial.minimum", N_("It opens with {total:points}; {minimum} are needed."), values)
    if look.profile.partner_of(look.seat) is not None and not look.over:
        yield Remark("initial.partner-free", N_("From then on your side needs no minimum."))


def canastas(look: Look) -> Iterator[Remark]:
    """Each canasta that is made."""
    return told(look, "canasta.natural", "canasta.mixed", "canasta.concealed")


def spoils(look: Look) -> Iterator[Remark]:
    """A natural canasta that a wild card makes mixed."""
    for was, now in look.grown:
        if look.before.is_canasta(was) and was.is_natural and not now.is_natural:
            natural = BOOK["canasta.natural"].value(look.profile, was)
            mixed = BOOK["canasta.mixed"].value(look.profile, now)
            message = N_("The natural canasta of {rank:ranks} would be mixed: {less:points} less.")
            yield Remark("canasta.extend", message, {"rank": now.rank, "less": natural - mixed}, natural > mixed)


def no_longer_natural(look: Look) -> Iterator[Remark]:
    """The first wild card on a meld that could still have become a natural canasta."""
    for was, now in look.grown:
        promising = was.is_natural and was.size > look.profile.meld_size and not look.before.is_canasta(was)
        if promising and not now.is_natural:
            message = N_("With a wild card the {rank:ranks} can no longer become a natural canasta.")
            yield Remark("canasta.natural", message, {"rank": now.rank})


def wilds_spent(look: Look) -> Iterator[Remark]:
    """Wild cards that are laid, and how many stay."""
    wilds = BOOK["pack.wild"].value
    if look.verb in (a.MELD, a.TAKE) and (n := wilds(look.action.spends)) and look.knows_hand:
        yield Remark("pack.wild", N_("It spends {n:wilds}; in your hand: {left}."), {"n": n, "left": wilds(look.rest)})


def full_of_wilds(look: Look) -> Iterator[Remark]:
    """A meld that has all the wild cards it may have."""
    for was, now in look.grown:
        if was.wilds < now.wilds == look.profile.wild_limit:
            message = N_("With {n:wilds} the meld of {rank:ranks} takes no more of them.")
            yield Remark("meld.wild-limit", message, {"n": now.wilds, "rank": now.rank})


# -- the pile and its freeze ------------------------------------------------------------------------------------------


def thaws(look: Look) -> Iterator[Remark]:
    """What ends a freeze: taking the pile, or the initial meld where no card froze it."""
    if look.verb == a.TAKE and look.before.freezing_index() is not None:
        yield Remark("freeze.until-taken", N_("Taking the pile ends its freeze."))
    elif look.verb == a.MELD and look.before.pile and look.opens and not look.after.is_frozen(look.side):
        yield Remark("freeze.before-initial", N_("The pile is then no longer frozen against your side."))


def thaws_nothing(look: Look) -> Iterator[Remark]:
    """A pile that stays frozen, whatever is melded or discarded."""
    if look.verb in (a.MELD, a.DISCARD) and look.frozen_by is not None and not look.over:
        message = N_("This thaws nothing: the pile stays frozen by the {kind:rank}.")
        yield Remark("freeze.until-taken", message, {"kind": look.frozen_by})


def freezes(look: Look) -> Iterator[Remark]:
    """A discard that freezes the pile; it costs a side that could have taken it more easily."""
    for event in look.followed("freeze.card"):
        if look.before.is_frozen(look.side):
            message = N_("The {kind:rank} freezes the pile for everybody; against your side it is frozen already.")
            yield Remark(event.clause, message, event.values)
        else:
            message = N_("The {kind:rank} freezes the pile for everybody, your side too, until it is taken.")
            yield Remark(event.clause, message, event.values, True)


def blocks(look: Look) -> Iterator[Remark]:
    """A discard on which nobody takes the pile."""
    for finding in look.offered.refusals if look.offered is not None else ():
        if finding.clause in ("take.wild-top", "take.black-three-top"):
            message = N_("With a {kind:rank} on top {seat:seat} cannot take the pile in his turn.")
            yield Remark(finding.clause, message, {"kind": look.thrown, "seat": look.next_seat})


def wild_thrown(look: Look) -> Iterator[Remark]:
    """A wild card given away."""
    if look.thrown in c.WILDS and not look.over:
        message = N_("It gives away a wild card that counts {n:points} and would fit nearly any meld.")
        yield Remark("pack.wild", message, {"n": worth(look.action.cards)}, True)


def feeds(look: Look) -> Iterator[Remark]:
    """A discard that the next player could take the pile with, by adding it to a meld of his side."""
    if look.offered:
        message = N_("{seat:seat} could add it to the {rank:ranks} and take the pile: {n:cards}, {worth:points}.")
        pile = c.bag_of(look.after.pile)
        values = {"seat": look.next_seat, "n": len(look.after.pile), "worth": worth(pile), "rank": look.thrown}
        yield Remark("take.add", message, values, True)


def unseen_pair(look: Look) -> Iterator[Remark]:
    """How likely a pair for the discard is: how many cards of its rank nobody has shown."""
    if look.thrown is None or look.thrown not in NATURALS or look.over or look.offered or not look.knows_hand:
        return
    held = look.after.hand_size()
    if held is not None and held < 2:
        return
    n = unseen(look.before, look.thrown)
    clause = "freeze.natural-pair" if look.after.is_frozen() else "take.pair"
    message = N_("You have not seen {n} of the {rank:ranks}; with two of them {seat:seat} could take the pile.")
    if not look.after.has_melded():
        message = N_(
            "You have not seen {n} of the {rank:ranks}; with two of them, and {minimum:points} to open, {seat:seat} "
            "could take the pile."
        )
    if n < 2:
        all_seen = N_("All {rank:ranks} are in sight: nobody can hold a pair of them.")
        message = N_("All {rank:ranks} but one are in sight: nobody can hold a pair of them.") if n else all_seen
    values = {"rank": look.thrown, "n": n, "seat": look.next_seat, "minimum": look.after.minimum()}
    yield Remark(clause, message, values)


def fits_own(look: Look) -> Iterator[Remark]:
    """A discard that would have fitted a meld of one's own side, or made its canasta."""
    meld = meld_of(look.before.tables[look.side], look.thrown) if look.thrown is not None else None
    if meld is None or look.over or not judge(look.before, Action(a.MELD, (Lay(meld.rank, ONE[meld.rank]),))):
        return
    more = meld._replace(naturals=meld.naturals + 1)
    if look.before.is_canasta(more) and not look.before.is_canasta(meld):
        clause = "canasta.natural" if more.is_natural else "canasta.mixed"
        message = N_("Melded, it would complete your canasta of {rank:ranks}: {n:points}.")
        values = {"rank": meld.rank, "n": BOOK[clause].value(look.profile, more)}
        yield Remark(clause, message, values, True)
    else:
        yield Remark("meld.any-number", N_("It could be melded to your {rank:ranks}."), {"rank": meld.rank})


def brings(look: Look) -> Iterator[Remark]:
    """What a taken pile brings to the hand, and red threes in it."""
    if look.verb != a.TAKE:
        return
    if pile := look.before.brought():
        message = N_("It brings {n:cards} to your hand, worth {worth:points}.")
        yield Remark("take.whole", message, {"n": c.size(pile), "worth": worth(pile)})
    yield from told(look, "red-three.pile")


def passes_up(look: Look) -> Iterator[Remark]:
    """A draw in the place of a pile that could be taken."""
    if look.verb == a.DRAW and any(play.verb == a.TAKE for play in islice(legal(look.before), LOOKED_AT)):
        message = N_("It passes up the pile, which you could take: {n:cards} worth {worth:points}.")
        pile = look.before.pile
        yield Remark("take.whole", message, {"n": len(pile), "worth": worth(c.bag_of(pile))})


# -- the end of the stock ---------------------------------------------------------------------------------------------


def stock_kept(look: Look) -> Iterator[Remark]:
    """A take leaves a stock that is nearly gone as it is."""
    n = look.before.stock_size()
    if look.verb == a.TAKE and n is not None and 0 < n <= look.profile.players * look.profile.draws:
        yield Remark("turn.draw-first", N_("The stock keeps its last {n:cards}."), {"n": n})


def last_drawn(look: Look) -> Iterator[Remark]:
    """A draw of the last cards, and how the deal goes on then."""
    if look.verb != a.DRAW or look.over or not look.before.stock or look.after.stock != b"":
        return
    if BOOK["stock.end"].value(look.profile, a.DISCARD):
        message = N_("It draws the last of the stock: the deal ends with your discard.")
    else:
        message = N_("It draws the last of the stock: then the deal lasts only as long as the discard is taken.")
    yield Remark("stock.end", message)


def ends_soon(look: Look) -> Iterator[Remark]:
    """A discard after which the deal may be over before the player's next turn."""
    if not look.ends_soon:
        return
    message = N_("The stock holds {n:cards}: the deal may end before your next turn.")
    yield Remark("stock.end", message, {"n": look.after.stock_size()})
    if any(play.verb == a.MELD for play in islice(legal(look.before), LOOKED_AT)):
        message = N_("What you could meld now would then count against your side.")
        yield Remark("score.hand-minus", message, {}, True)


def ends(look: Look) -> Iterator[Remark]:
    """The end of the deal without anybody going out, and what the hand costs then."""
    if not look.over or look.goes_out:
        return
    yield from told(look, "stock.end", "stock.last-red-three")
    if n := look.owed():
        yield Remark("score.hand-minus", N_("Your hand would count {n:points} against your side."), {"n": n}, True)


def reds_owed(look: Look) -> Iterator[Remark]:
    """Red threes of a side without a meld; a warning where the deal may soon be over."""
    n = look.after.red_threes(look.side)
    if not n or look.after.has_melded(look.side) or not (look.over or look.thrown is not None):
        return
    cost = -BOOK["red-three.score"].value(look.profile, n, False)
    if cost > 0:
        message = N_("If the deal ended so, {n:red_threes} would cost your side, without a meld, {cost:points}.")
        soon = look.over or look.ends_soon or look.threat is not None
        yield Remark("red-three.score", message, {"n": n, "cost": cost}, soon)


# -- going out and asking ---------------------------------------------------------------------------------------------


def goes_out(look: Look) -> Iterator[Remark]:
    """What going out brings, and what lies on the table then."""
    if not look.goes_out:
        return
    bonus = BOOK["score.base"].value(look.profile, look.after.out_concealed)
    message = N_("You go out concealed: {n:points}.") if look.after.out_concealed else N_("You go out: {n:points}.")
    yield Remark("score.base", message, {"n": bonus})
    for side in sorted(range(look.profile.sides), key=lambda side: side != look.side):
        total = sum(line.points for line in score_table(look.after, side))
        if side == look.side:
            yield Remark("score.base", N_("With that your side has {n:points} on the table."), {"n": total + bonus})
        else:
            message = N_("The side of {seat:seat} has {n:points} there, less what it holds.")
            yield Remark("score.hand-minus", message, {"seat": look.profile.seat_names[side], "n": total})


def partner_holds(look: Look) -> Iterator[Remark]:
    """What going out costs: the cards that partners hold."""
    if not look.goes_out:
        return
    for seat, name in enumerate(look.profile.seat_names):
        n = look.after.hand_size(seat)
        if n and seat != look.seat and look.profile.side_of(seat) == look.side:
            message = N_("What {seat:seat} holds, {n:cards}, would count against your side.")
            yield Remark("score.hand-minus", message, {"seat": name, "n": n}, True)


def unasked(look: Look) -> Iterator[Remark]:
    """Going out without asking, where one may ask."""
    partner = look.profile.partner_of(look.seat)
    if look.goes_out and partner is not None and questions(look.before):
        yield Remark("out.ask", N_("You may ask {seat:seat} first."), {"seat": look.profile.seat_names[partner]})


def stays(look: Look) -> Iterator[Remark]:
    """A discard of one who could go out; a warning where another may end the deal before his next turn."""
    if look.thrown is None or look.over or look.before.answer or way_out(look.before) is None:
        return
    threat = look.threat
    soon = look.ends_soon or (threat is not None and threat <= NEAR)
    yield Remark("out.canasta", N_("You could go out in this turn."), {}, soon)


def binds(look: Look) -> Iterator[Remark]:
    """A question, and what either answer means."""
    if look.verb == a.ASK:
        message = N_("The answer binds: after a yes you go out in this turn, after a no you may not.")
        yield Remark("out.ask-binding", message)


def answers(look: Look) -> Iterator[Remark]:
    """An answer: it binds the partner, and a yes costs what the hand of who answers holds."""
    if look.verb != a.ANSWER:
        return
    yield from told(look, "out.ask-binding")
    hand = look.before.hands[look.before.acting] or 0
    if look.action.reply == "yes" and (n := worth(hand)):
        yield Remark("score.hand-minus", N_("Your hand would count {n:points} against your side."), {"n": n}, True)


def barred(look: Look) -> Iterator[Remark]:
    """After a no, what would otherwise go out is kept for another turn."""
    leave = look.leave
    near = leave is not None and leave.canastas >= leave.needed and leave.left is not None and leave.left <= 2
    if look.thrown is not None and look.before.answer == "no" and near:
        yield Remark("out.ask-binding", N_("The no holds for this turn only; in your next you may ask again."))


def reds_laid(look: Look) -> Iterator[Remark]:
    """Red threes that are laid from the hand."""
    return told(look, "red-three.hand") if look.verb == a.LAY else iter(())


Reader = Callable[[Look], Iterator[Remark]]
# In the order in which they are told.
READERS: tuple[Reader, ...] = (
    goes_out, partner_holds, unasked, stays, ends, binds, answers,
    opened, canastas, spoils, no_longer_natural, full_of_wilds, brings, reds_laid,
    feeds, fits_own, freezes, wild_thrown, blocks, unseen_pair,
    thaws, thaws_nothing, passes_up,
    few_left, must_leave, one_kept, barred, pair_gone, wilds_spent,
    last_drawn, stock_kept, ends_soon, reds_owed,
)  # fmt: skip
