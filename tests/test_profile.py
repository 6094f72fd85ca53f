"""Profiles: the tables of the rules row by row, impossible values, other numbers of players, and files of houses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta import BOOK, CLASSIC, PAGAT, PROFILES, SPRUCE, NotationError, Profile
from canasta.__main__ import main
from canasta.clauses.register import origin
from canasta.house import profile_of, read_profile, write_profile
from canasta.meanings import ELSEWHERE, MEANINGS, values_in_use
from canasta.profile import PARAMETERS, SHAPES

S, R, I, F, RULING = "stated", "reported", "inherited", "inferred", "ruling"  # noqa: E741 - they stand in a table
SIX = (100, 200, 300, 400, 1000, 1200)

# A row of "Parameters of the profiles": the parameter, then value and provenance in classic, spruce and pagat, then the
# other values in use.
ROWS: list[tuple[str, tuple[Any, str], tuple[Any, str], tuple[Any, str], tuple[Any, ...]]] = [
    ("cut_by", ("left", S), ("right", S), ("right", R), ()),
    ("upcard_covered", ("*2rb", S), ("*2rb", S), ("*2r", R), ()),
    ("upcard_freezes", ("*2rb", S), ("*2", F), ("*2r", R), ()),
    ("red_three_laid", ("first-turn", S), ("before-play", S), ("before-play", R), ()),
    ("black_three_freezes", (True, S), (True, I), (False, R), ()),
    ("wild_limit", (3, S), (3, F), (3, R), ()),
    ("wild_majority", ("any", S), ("equal", S), ("any", R), ("fewer",)),
    ("meld_limit", (0, S), (0, S), (0, R), (7,)),
    ("wild_on_natural", (True, S), (True, I), (True, R), (False,)),
    ("concealed_canasta_bonus", (0, S), (100, S), (0, R), ()),
    ("concealed_bonus", (100, S), (100, I), (100, R), (200,)),
    ("concealed_after_take", (True, S), (True, I), (True, R), (False,)),
    ("tiers", ((0, 1500, 3000), S), ((0, 1500, 3000), I), ((0, 1500, 3000), R), ((0, 1500, 3000, 7500),)),
    ("minimums", ((15, 50, 90, 120), S), ((15, 50, 90, 120), I), ((15, 50, 90, 120), R), ((15, 50, 90, 120, 150),)),
    ("top_card_counts", (True, S), (True, I), (True, R), (False,)),
    ("frozen_before_initial", (True, S), (True, I), (True, R), (False,)),
    ("take_ways", ("any", S), ("any", I), ("any", R), ("pair",)),
    ("take_onto_canasta", (True, S), (True, I), (True, R), (False,)),
    ("one_card_take", (False, S), (False, I), (False, RULING), (True,)),
    ("black_threes", ("out", S), ("last", S), ("out", R), ("never",)),
    ("canastas_out", (1, S), (1, I), (1, R), (2,)),
    ("discard_to_go_out", (False, S), (False, I), (False, R), (True,)),
    ("ask", ("optional", S), ("optional", I), ("optional", R), ("required",)),
    ("ask_when", ("any", S), ("any", I), ("after", R), ()),
    ("last_red_three", ("ends", S), ("ends", I), ("ends", R), ("melds",)),
    ("stock_gone", ("play", S), ("play", I), ("play", R), ("ends", "turn")),
    ("red_threes", ((100, 200, 300, 800), S), ((100, 200, 300, 800), I), ((100, 200, 300, 800), R), ()),
    (
        "red_threes_unmelded",
        ((100, 200, 300, 800), S),
        ((100, 200, 300, 800), I),
        ((100, 200, 300, 800), R),
        ((100, 200, 300, 400),),
    ),
    ("target", (5000, S), (5000, I), (5000, R), (7500, 10000)),
    ("equal_totals", ("deal", RULING), ("deal", RULING), ("deal", RULING), ("tie",)),
    ("take_back", ("practice", RULING), ("never", S), ("practice", I), ()),
]

# What the clauses say of the other parameters; no table plays them otherwise.
BASICS: list[tuple[str, tuple[Any, str], tuple[Any, str], tuple[Any, str], tuple[Any, ...]]] = [
    ("packs", (2, F), (2, S), (2, F), (3,)),
    ("first_dealer", ("right", S), ("any", S), ("right", I), ()),
    ("shuffled_by", ("any", S), ("dealer", S), ("any", I), ()),
    ("dealt", (11, S), (11, S), (11, R), (13, 15)),
    ("draws", (1, S), (1, S), (1, R), (2,)),
    ("meld_size", (3, S), (3, S), (3, R), ()),
    ("naturals", (2, S), (2, S), (2, R), ()),
    ("canasta_size", (7, S), (7, S), (7, R), ()),
    ("natural_bonus", (500, S), (500, F), (500, R), ()),
    ("mixed_bonus", (300, S), (300, F), (300, R), ()),
    ("out_bonus", (100, S), (100, I), (100, R), ()),
]

# "Other numbers of players".
PLAYERS: list[tuple[int, int, dict[str, Any]]] = [
    (2, 2, {"packs": 2, "dealt": 15, "draws": 2, "canastas_out": 2, "target": 5000}),
    (3, 3, {"packs": 2, "dealt": 13, "draws": 2, "canastas_out": 1, "target": 5000}),
    (4, 2, {"packs": 2, "dealt": 11, "draws": 1, "canastas_out": 1, "target": 5000}),
    (6, 2, {"packs": 3, "dealt": 13, "draws": 1, "canastas_out": 2, "target": 10000}),
]


@pytest.mark.parametrize(("name", "classic", "spruce", "pagat", "others"), ROWS + BASICS, ids=lambda part: str(part))
def test_row_of_the_table(
    name: str, classic: tuple[Any, str], spruce: tuple[Any, str], pagat: tuple[Any, str], others: tuple[Any, ...]
) -> None:
    """Each parameter has the value and the provenance that the rules give it, and knows the other values in use."""
    for profile, (value, provenance) in zip((CLASSIC, SPRUCE, PAGAT), (classic, spruce, pagat), strict=True):
        assert (getattr(profile, name), profile.provenance(name)) == (value, provenance), profile.base
    assert set(others) <= set(values_in_use(name))


def test_table_is_whole() -> None:
    """No parameter is without a row, each has one sentence of meaning, and lists of values name parameters only."""
    assert sorted(row[0] for row in ROWS + BASICS) == sorted(PARAMETERS) == sorted(MEANINGS)
    assert ELSEWHERE.keys() <= PARAMETERS.keys()
    for meaning in MEANINGS.values():
        assert meaning[0].isupper()
        assert meaning.endswith(".")
        assert "{" not in meaning


@pytest.mark.parametrize("base", PROFILES)
@pytest.mark.parametrize(("players", "sides", "numbers"), PLAYERS)
def test_shape_for_a_number_of_players(base: str, players: int, sides: int, numbers: dict[str, Any]) -> None:
    """Each number of players has the numbers of the rules; those that its shape changes are rulings everywhere."""
    profile = PROFILES[base].for_players(players)
    assert profile.sides == sides
    assert {name: getattr(profile, name) for name in numbers} == numbers
    six = players == 6
    assert profile.minimums == ((15, 50, 90, 120, 150) if six else (15, 50, 90, 120))
    assert profile.tiers == ((0, 1500, 3000, 7500) if six else (0, 1500, 3000))
    assert profile.red_threes == profile.red_threes_unmelded == (SIX if six else (100, 200, 300, 800))
    for name in PARAMETERS:
        plain = PROFILES[base]
        same = getattr(profile, name) == getattr(plain, name)
        assert profile.provenance(name) == (plain.provenance(name) if same else RULING)


def test_provenance_of_the_number_of_players() -> None:
    """One article says how many may play; for the others any number but four is a ruling."""
    assert [SPRUCE.for_players(n).provenance("players") for n in SHAPES] == [S] * 4
    assert [CLASSIC.for_players(n).provenance("players") for n in (2, 3, 4, 6)] == [RULING, RULING, S, RULING]
    assert [PAGAT.for_players(n).provenance("players") for n in (2, 3, 4, 6)] == [RULING, RULING, R, RULING]


def test_house_numbers_are_the_house_s() -> None:
    """What a house changed is its own, and a value set to what it was is not."""
    house = SPRUCE.for_players(6).replace(canastas_out=3, dealt=13)
    assert house.provenance("canastas_out") == "house"
    assert house.provenance("dealt") == RULING
    assert house.changes() == {"canastas_out": 3}


def test_players_can_change_there_and_back() -> None:
    """Another number of players brings its own shape, keeps what a house changed, and leads back exactly."""
    house = PAGAT.replace(wild_limit=2, dealt=12, minimums=(0, 50, 90, 120))
    for players in SHAPES:
        moved = house.for_players(players)
        assert moved.changes().keys() <= {"wild_limit", "dealt", "minimums", "tiers"}
        assert (moved.wild_limit, moved.dealt, moved.minimums) == (2, 12, (0, 50, 90, 120))
        assert moved.for_players(4) == house
        assert CLASSIC.for_players(players).for_players(4) == CLASSIC


@pytest.mark.parametrize(
    ("id", "profile", "provenance"),
    [
        ("meld.wild-limit", "classic", S),
        ("meld.wild-limit", "spruce", F),
        ("meld.wild-limit", "pagat", R),
        ("meld.wild-limit", "spruce+wild_limit=2", "house"),
        ("canasta.natural", "spruce", F),
        ("canasta.natural", "classic", S),
        ("pack.cards", "spruce", S),
        ("pack.cards", "pagat", F),
        ("pack.cards", "spruce/6", RULING),
        ("out.canasta", "spruce", I),
        ("out.canasta", "spruce/6", RULING),
        ("out.canasta", "classic/3", S),
        ("out.canasta", "pagat/2+canastas_out=1", "house"),
        ("stock.end", "spruce", I),
        ("stock.end", "classic", S),
        ("meld.final", "classic", RULING),
        ("meld.final", "spruce", S),
        ("meld.no-second-thought", "classic", F),
        ("meld.together", "pagat", RULING),
    ],
)
def test_provenance_of_a_clause(id: str, profile: str, provenance: str) -> None:
    """A clause comes to a profile as its source says, and as the weakest of the numbers in its law does."""
    assert origin(BOOK[id], Profile.parse(profile)) == provenance


@pytest.mark.parametrize("players", [0, 1, 5, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """Only 2, 3, 4 or 6 can play."""
    with pytest.raises(ValueError, match=f"players: {players} is not one of 2, 3, 4, 6"):
        CLASSIC.for_players(players)


def test_shape_that_does_not_fit_the_house_is_refused() -> None:
    """A house's numbers for four red threes do not do for six, and the refusal says so."""
    with pytest.raises(ValueError, match="red_threes: one number for each of the 6 red threes in 3 packs"):
        CLASSIC.replace(red_threes=(50, 100, 150, 200)).for_players(6)


def test_no_table_deals_more_than_there_is() -> None:
    """A deal that would leave no stock is refused, with the most that can be dealt."""
    with pytest.raises(ValueError, match="dealt: 20 each would leave too small a stock; 6 players get at most 14"):
        CLASSIC.replace(dealt=20).for_players(6).replace(
            packs=2, red_threes=(100, 200, 300, 800), red_threes_unmelded=(100, 200, 300, 800)
        )


BAD: dict[str, tuple[Any, str]] = {
    "packs": (1, "not within 2 to 3"),
    "dealt": (21, "not within 7 to 20"),
    "draws": (0, "not within 1 to 2"),
    "canastas_out": (0, "not within 1 to 5"),
    "target": (100, "not within 500 to 50,000"),
    "tiers": ((0, 3000, 1500), "which rise"),
    "minimums": ((15, 50), "one more than the tiers"),
    "first_dealer": ("nobody", "not one of right, any"),
    "shuffled_by": ("nobody", "not one of any, dealer"),
    "cut_by": ("across", "not one of left, right"),
    "upcard_covered": ("*2k", "may name only"),
    "upcard_freezes": ("*2*", "each once"),
    "red_three_laid": ("later", "not one of first-turn, before-play"),
    "meld_size": (2, "not within 3 to 4"),
    "naturals": (0, "not within 1 to 3"),
    "wild_limit": (7, "not within 0 to 6"),
    "wild_majority": ("some", "not one of any, equal, fewer"),
    "meld_limit": (6, "0 for none, or at least 7"),
    "canasta_size": (4, "not within 5 to 8"),
    "natural_bonus": (-5, "not within 0 to 5,000"),
    "mixed_bonus": (5001, "not within 0 to 5,000"),
    "concealed_canasta_bonus": (-1, "not within 0 to 1,000"),
    "out_bonus": (1001, "not within 0 to 1,000"),
    "concealed_bonus": (-100, "not within 0 to 1,000"),
    "take_ways": ("wild", "not one of any, pair"),
    "black_threes": ("first", "not one of out, last, never"),
    "ask": ("never", "not one of optional, required"),
    "ask_when": ("before", "not one of any, after"),
    "last_red_three": ("draws", "not one of"),
    "stock_gone": ("shuffle", "not one of play, ends, turn"),
    "red_threes": ((100, 200, 300), "one number for each of the 4 red threes"),
    "red_threes_unmelded": ((100, 200, 300, 9000), "not within -5,000 to 5,000"),
    "equal_totals": ("both", "not one of deal, tie"),
    "take_back": ("always", "not one of practice, never"),
}
SWITCHES = [name for name, field in PARAMETERS.items() if isinstance(field.default, bool)]


@pytest.mark.parametrize("name", PARAMETERS)
def test_impossible_value_is_refused_with_advice(name: str) -> None:
    """Every parameter refuses a value that cannot be, naming itself and what can."""
    value, advice = BAD.get(name, ("perhaps", "not yes or no"))
    with pytest.raises(ValueError, match=rf"^{name if name != 'tiers' else 'minimums'}: .*{advice}"):
        CLASSIC.replace(**{name: value})
    assert (name in BAD) != (name in SWITCHES)


@pytest.mark.parametrize("name", PARAMETERS)
def test_wrong_type_is_refused(name: str) -> None:
    """A value of another type is refused in the same way, a yes for a number too."""
    default = PARAMETERS[name].default
    for value in (None, 1.0, [1], {}, 0 if isinstance(default, bool) else True, (1, "x")):
        with pytest.raises(ValueError, match=rf"^{name}: .* not "):
            CLASSIC.replace(**{name: value})


@pytest.mark.parametrize(
    ("name", "near"), [("canasta_out", "canastas_out"), ("minimum", "minimums"), ("wildlimit", "wild_limit")]
)
def test_unknown_name_is_refused_with_the_nearest(name: str, near: str) -> None:
    """A name that is no parameter is refused; one that is nearly right is set right."""
    with pytest.raises(ValueError, match=f"'{name}' is no parameter; did you mean '{near}'"):
        CLASSIC.replace(**{name: 1})
    with pytest.raises(ValueError, match=r"'xyz' is no parameter$"):
        CLASSIC.replace(xyz=1)
    with pytest.raises(ValueError, match="'players' is no parameter"):
        CLASSIC.replace(players=2)


@pytest.mark.parametrize("name", PARAMETERS)
def test_values_in_use_are_possible(name: str) -> None:
    """Every value said to be in use can be set at some table, and the named profiles' own are among them."""
    values = values_in_use(name)
    assert len(values) == len(set(values))
    assert {getattr(profile, name) for profile in PROFILES.values()} <= set(values)
    companions = {"tiers": {"minimums": (15, 50, 90, 120, 150)}, "minimums": {"tiers": (0, 1500, 3000, 7500)}}
    for value in values:
        tables = [CLASSIC, CLASSIC.for_players(6)] if name != "packs" else [CLASSIC.for_players(value * 6 - 12 or 2)]
        made = []
        for table in tables:
            for more in ({}, companions.get(name, {})):
                try:
                    made.append(table.replace(**{name: value, **more}))
                except ValueError:
                    continue
        assert made, value


@st.composite
def houses(draw: st.DrawFn) -> Profile:
    """A profile with any parameters changed to values in use or near them, as far as they go together."""
    profile = PROFILES[draw(st.sampled_from(sorted(PROFILES)))].for_players(draw(st.sampled_from(list(SHAPES))))
    for name in draw(st.lists(st.sampled_from(sorted(PARAMETERS)), max_size=8, unique=True)):
        values = values_in_use(name)
        if type(values[0]) is int:
            values += [value + 1 for value in values]
        elif type(values[0]) is tuple:
            values += [tuple(number + 5 for number in value) for value in values]
        elif name.startswith("upcard_"):
            values += ["", "b", "r2"]
        try:
            profile = profile.replace(**{name: draw(st.sampled_from(values))})
        except ValueError:
            continue
    return profile


@given(houses())
def test_file_round_trip(profile: Profile) -> None:
    """Every profile can be written as a file and read back exactly; the file says what differs and nothing more."""
    written = write_profile(profile)
    assert read_profile(written) == profile
    keys = [line.partition(" = ")[0] for line in written.splitlines() if line and not line.startswith("#")]
    assert [key for key in keys if key not in ("base", "players")] == list(profile.changes())
    assert Profile.parse(str(profile)) == profile


def test_written_file_explains_itself() -> None:
    """A file begins with its base and has each parameter's meaning above its value."""
    assert write_profile(SPRUCE) == 'base = "spruce"\n'
    lines = write_profile(CLASSIC.for_players(2).replace(canastas_out=1, ask="required")).splitlines()
    assert lines[:2] == ['base = "classic"', "players = 2"]
    for value in ("canastas_out = 1", 'ask = "required"'):
        name = value.partition(" ")[0]
        assert lines[lines.index(value) - 1] == f"# {MEANINGS[name]}"


def test_file_of_a_house(tmp_path: Path) -> None:
    """A file on disk is read by its path; title and note are for its reader."""
    path = tmp_path / "club.toml"
    path.write_text(
        'base = "classic"\nplayers = 2\ncanastas_out = 1\ntitle = "Tuesday club"\nnote = "since May ♣"\n', "utf-8"
    )
    assert read_profile(path) == profile_of(str(path)) == CLASSIC.for_players(2).replace(canastas_out=1)
    assert profile_of("classic/2+canastas_out=1") == read_profile(path)


@pytest.mark.parametrize(
    ("text", "part", "says"),
    [
        ("", "base", "there is no base; it is one of classic, spruce, pagat"),
        ('base = "clasic"', "base", "is no profile; it is one of classic"),
        ("base = [1]", "base", "is no profile"),
        ('base = "classic"\nplayers = 5', "players", "is not one of 2, 3, 4, 6"),
        ('base = "classic"\nplayers = "2"', "players", "is not one of 2, 3, 4, 6"),
        ('base = "classic"\nplayers = true', "players", "is not one of 2, 3, 4, 6"),
        ('base = "classic"\ncanasta_out = 2', "canasta_out", "did you mean 'canastas_out'"),
        ('base = "classic"\nnotes = "x"', "notes", "did you mean 'note'"),
        ('base = "classic"\nnote = 7', "note", "a text in quotes"),
        ('base = "classic"\n[title]', "title", "a text in quotes"),
        ('base = "classic"\ncanastas_out = "2"', "canastas_out", "not a whole number"),
        ('base = "classic"\ncanastas_out = 2.0', "canastas_out", "not a whole number"),
        ('base = "classic"\ncanastas_out = 0', "canastas_out", "not within 1 to 5"),
        ('base = "classic"\nminimums = [15, true, 90, 120]', "minimums", "not a list of whole numbers"),
        ('base = "classic"\nminimums = 50', "minimums", "not a list of whole numbers"),
        ('base = "classic"\nminimums = [[1], [2]]', "minimums", "not a list of whole numbers"),
        ('base = "classic"\ntiers = [0, 1500]', "minimums", "one more than the tiers"),
        ('base = "classic"\ntop_card_counts = 1', "top_card_counts", "not yes or no"),
        ('base = "classic"\nask = "never"', "ask", "not one of optional, required"),
        ('base = "classic"\nask = 1979-05-27', "ask", "not a word"),
        ('base = "classic"\n[meld_size]\nx = 1', "meld_size", "not a whole number"),
        ('base = "classic"\ncanastas_out 2', "canastas_out 2", "no TOML"),
        ('base = "classic"\nask = "optional', 'ask = "optional', "no TOML"),
        ('base = "classic"\nask = "optional"\nask = "required"', 'ask = "required"', "no TOML"),
        ("base = " + "[" * 3000, "", "no TOML"),
        ("target = " + "9" * 5000, "", "no TOML"),
        ("\0", "", "no TOML"),
    ],
)
def test_faulty_file_names_its_key(text: str, part: str, says: str) -> None:
    """A file that cannot be read names the key, or the line, that is wrong, and what would be right."""
    with pytest.raises(NotationError) as fault:
        read_profile(text)
    assert says in str(fault.value)
    assert fault.value.part == part or not part


def test_file_that_is_not_there(tmp_path: Path) -> None:
    """A path that leads to no readable file is said to, and is no other error."""
    (tmp_path / "latin.toml").write_bytes(b'base = "classic" # \xe9')
    (tmp_path / "folder.toml").mkdir()
    for name in ("none.toml", "latin.toml", "folder.toml"):
        with pytest.raises(NotationError, match="cannot be read") as fault:
            profile_of(str(tmp_path / name))
        assert fault.value.part == str(tmp_path / name)


GOOD = write_profile(CLASSIC.for_players(6).replace(canastas_out=3, ask="required", tiers=(0, 1, 2, 3)))


@given(st.integers(0, len(GOOD)), st.integers(0, 4), st.text('[]"=.\n#0-x\x00é', max_size=3))
def test_damaged_files_raise_only_our_errors(at: int, cut: int, insert: str) -> None:
    """A file with a few characters changed is read or unreadable, and nothing else happens."""
    try:
        profile = read_profile(GOOD[:at] + insert + GOOD[at + cut :])
    except NotationError as fault:
        assert fault.part in GOOD[:at] + insert + GOOD[at + cut :] or fault.part in ("base", "minimums")
        return
    assert read_profile(write_profile(profile)) == profile


def test_shell_shows_a_profile(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`profile` tells every parameter with its value, where it comes from, what it means and what else is in use."""
    assert main(["profile", "pagat/2+canastas_out=1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("pagat/2+canastas_out=1\n")
    assert "  canastas_out = 1 (house rule)\n" in out
    assert "  dealt = 15 (ruling)\n" in out
    assert "  ask_when = after (reported)\n" in out
    assert "  one_card_take = no (ruling)\n" in out
    assert "Also in use: 200\n" in out
    assert all(f"      {meaning}\n" in out for meaning in MEANINGS.values())
    path = tmp_path / "house.toml"
    assert main(["profile", "pagat/2+canastas_out=1", "--toml"]) == 0
    path.write_text(capsys.readouterr().out, "utf-8")
    assert main(["profile", str(path), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["profile"], shown["base"], shown["players"]) == ("pagat/2+canastas_out=1", "pagat", 2)
    assert [each["name"] for each in shown["parameters"]] == list(PARAMETERS)
    assert main(["clause", "out.canasta", "--profile", str(path)]) == 0
    assert "1 canasta " in capsys.readouterr().out
    assert main(["profile"]) == 0
    assert capsys.readouterr().out.startswith("classic\n")


def test_shell_names_what_is_wrong_with_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A faulty file has status 2 and its key in the JSON, like any text that cannot be read."""
    path = tmp_path / "house.toml"
    path.write_text('base = "classic"\nwild_limt = 2\n', "utf-8")
    assert main(["profile", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["part"] == "wild_limt"
