"""Cases that people and programs disagree on, in our notation: what the rule book says of each.

The ids are those under which the cases were collected; verdicts are the rule book's own.
"""

from __future__ import annotations

import pytest

from canasta import Action, Position, judge

OUT = "7777777"  # a canasta on the table

CASES = [
    # id, position, action, "" if legal or the clause that objects
    ("M02", "72245 KKK Q N.play", "meld 722", "meld.two-naturals"),
    ("M04", "99922*45 KKK Q N.play spruce", "meld 99922*", ""),
    ("M04-classic", "99922*45 KKK Q N.play", "meld 99922*", ""),
    ("M06", "*45 QQ22* K N.play", "meld Q:*", "meld.wild-limit"),
    ("M08", "4h5h6hKK KKK Q N.play", "meld 4h5h6h", "meld.same-rank"),
    ("M10", "AAA45 KKK/AAA Q N.play", "meld AAA", ""),
    ("M12", "8845 888 Q N.play", "meld 88", ""),
    ("M13", "K45/77745 KKK/QQQ Q N.play", "E: meld 777", "meld.on-turn"),
    ("M16", "K45 QQQ2,882* K N.play", "move Q:2 8:2", "meld.final"),
    ("M18", "22245 KKK Q N.play", "meld 222", "meld.no-wild-meld"),
    ("M19", "J45 JJJJJJJJ Q N.play", "meld J", "pack.cards"),
    ("M19-seven", "J45 JJJJJJJ Q N.play", "meld J", ""),
    ("M20", "245 662 Q N.play", "meld 6:2", ""),
    ("M20-spruce", "245 662 Q N.play spruce", "meld 6:2", ""),
    ("C03", "KKK222245 QQQ A N.play", "meld KKK2222", "meld.wild-limit"),
    ("C04", "245 KKKKKKK Q N.play", "meld K:2", ""),
    ("C09", "JJJJ222*45 QQQ A N.play", "meld JJJJ222*", "meld.wild-limit"),
    ("I01", "AAA4567 - Q N.play", "meld AAA", ""),
    ("I08", "4445678 - Q N.play -5:0", "meld 444", ""),
    ("I10", "AA4567 - KA", "take AA", ""),
    ("I11", "88A456 - AA8", "take 88", "initial.top-card-only"),
    ("I13", "44456 KKK Q N.play", "meld 444", ""),
    ("I15", "55*78 - Q N.play", "meld 55*", ""),
    ("I17", "AAAKKK45 - Q N.play 3100:0", "meld AAA KKK", "initial.minimum"),
    ("PEER-025", "TTJJ**456 - Q N.play 1500:0", "meld TT* JJ*", ""),
    ("PEER-027", "AAAKKK456 - Q N.play 1500:0", "meld AAA KKK", ""),
    ("PEER-028", "AAA2245 - Q N.play 1500:0", "meld AAA22", ""),
    ("R12", "AA*45 ;rr Q N.play", "meld AA*", ""),
    ("R12-forty", "KKKK45 ;rr Q N.play", "meld KKKK", "initial.no-bonus"),
    ("F01", "T*AAA45 - 4T", "take T* AAA", "freeze.before-initial"),
    ("F02", "T*45 AAA 4T", "take T*", ""),
    ("F04", "6*45 KKK/QQQ b6", "take 6*", "freeze.natural-pair"),
    ("F04-pagat", "6*45 KKK/QQQ b6 N.draw pagat", "take 6*", ""),
    ("F05", "K245 444 *9K", "take K2", "freeze.until-taken"),
    ("F07", "945 999 29", "take 9:", "freeze.natural-pair"),
    ("F08", "9245 KKK 29", "take 92", "freeze.natural-pair"),
    ("F09", "9945 KKK,999 29 N.draw pagat", "take 99", ""),
    ("F10", "KK45 QQQ K*", "take KK", "take.wild-top"),
    ("T01", "QQ45 KKK 4Q", "take QQ", ""),
    ("T03", "45 QQQQ 4Q", "take Q:", ""),
    ("T04", "2*45 KKK 4Q", "take Q:2*", "take.pair"),
    ("T05", "QQ45 KKK 4Q", "pick QQ", "take.whole"),
    ("T06", "QQ45 KKK 4Q", "take", "take.whole"),
    ("T07", "QQ45 KKK 4Q N.play spruce", "take QQ", "meld.no-second-thought"),
    ("T09", "4 KKK 7K", "take K:", ""),
    ("T09-three", "4 KKK 79K", "take K:", ""),
    ("T10", "45 KKK K", "take K:", ""),
    ("T12", "46 5555555 45", "take 5:", ""),
    ("T13", "6245 66662** 46", "take 62", "meld.wild-limit"),
    ("T13-add", "6245 66662** 46", "take 6:", ""),
    ("T15", "45 QQQ 4Q ?9", "draw", ""),
    ("T16", "TTAA245 - 4T N.draw 1600:0", "take TT AA2", ""),
    ("T17", "TTKK245 - 4T N.draw 1600:0", "take TT KK2", "take.initial"),
    ("T18", "45 KKK Q N.play took", "pass", "discard.one"),
    ("T19", "KK45 QQQ 4r", "take KK", "take.red-three-top"),
    ("B01", f"bbb {OUT} Q N.play", "meld bbb", ""),
    ("B02", f"bb* {OUT} Q N.play", "meld bb*", "meld.black-threes"),
    ("B03", f"bbbK9 {OUT} Q N.play", "meld bbb", "meld.black-threes"),
    ("B04", f"bbbK {OUT} Q N.play", "meld bbb", ""),
    ("B05", f"bb {OUT} Q N.play", "meld bb", "meld.black-threes"),
    ("B06", f"b {OUT} Q N.play", "discard b", ""),
    ("B09", "bb45 KKK 4b", "take bb", "take.black-three-top"),
    ("G01", "4 KKKKKK,55555 Q N.play", "discard 4", "out.canasta"),
    ("G02", "K555 KKKKKK Q N.play", "meld K", ""),
    ("G02-fives", "K555 KKKKKK Q N.play", "meld 555", ""),
    ("G02-five-kings", "K555 KKKKK Q N.play", "meld 555", "out.keep-one"),
    ("G04", "6669 KKK Q N.play", "meld 666", "out.keep-one"),
    ("G06", f"44455 {OUT} Q N.play", "meld 444", ""),
    ("G09", f"2 {OUT} Q N.play", "discard 2", ""),
    ("G11", f"5 {OUT} Q N.play", "discard 5", ""),
    ("V02", f"5/?15 {OUT} Q N.play classic/2", "discard 5", "out.canasta"),
    ("H01", "444444455555 - Q N.play 3200:0", "meld 4444444 55555", ""),
    ("H01-our-cards", "44444445555A - Q N.play 3200:0", "meld 4444444 5555", ""),
    ("H02", "44444445555 - 5 N.draw 3200:0", "take 55 4444444", "take.initial"),
    ("S02", "8845 KKK 8 -", "draw", ""),
    ("S03", "8845 888 28 -", "draw", ""),
    ("PEER-009", "68 KKK 5 r", "draw", ""),
    ("PEER-016", "r98 KKK Q ?9 N.play", "discard r", "discard.red-three"),
    ("PEER-024", "AAA4567 - Q N.play", "meld AAA", ""),
    ("PEER-031", "TTKKK4 - *T", "take TT KKK", ""),
    ("PEER-032", "44 JJJ J", "take J:", ""),
    ("PEER-033", "44 JJJ 2J", "take J:", "freeze.natural-pair"),
    ("PEER-034", "Q26 QQQ 25Q", "take Q2", "freeze.natural-pair"),
    ("PEER-035", "QQ6 QQQ 25Q", "take QQ", ""),
    ("PEER-038", "Q*AAA67 - 8Q", "take Q* AAA", "freeze.before-initial"),
    ("PEER-039", "QQ4567 - 2Q", "take QQ", "take.initial"),
    ("PEER-040", "QQAAA67 - 2Q", "take QQ AAA", ""),
    ("PEER-042", "226 - 82", "take 22", "take.wild-top"),
    ("PEER-048", "67 QQQQQQQ 4Q", "take Q:", ""),
    ("PEER-049", "QQ26 QQQ Q", "take Q:", ""),
    ("PEER-050", "7K7 QQQ 47", "take 77", ""),
    ("PEER-051", "QQ 444 Q", "take QQ", "out.keep-one"),
    ("PEER-053", "QQ QQQQ Q", "take QQ", ""),
    ("PEER-054", "4 KKK K -", "take K:", "take.one-card"),
    ("PEER-054-refuse", "4 KKK K -", "draw", ""),
    ("PEER-057", "QQQQ22**45 777 9 N.play", "meld QQQQ22**", "meld.wild-limit"),
    ("PEER-060", "K224 QQQ 9 N.play", "meld K22", "meld.two-naturals"),
    ("PEER-061", "22*456 AAA 9 N.play", "meld 22*", "meld.no-wild-meld"),
    ("PEER-064", "bbb987 QQQ 9 N.play", "meld bbb", "meld.black-threes"),
    ("PEER-065", f"bbbbK {OUT} Q N.play", "meld bbbb", ""),
    ("PEER-069", "2456 AAAAAAA Q N.play", "meld A:2", ""),
    ("PEER-071", "A98 777/AAA Q N.play", "meld A@E:A", "meld.own-side"),
    ("PEER-076", "AAA4 777 Q N.play", "meld AAA", "out.keep-one"),
    ("PEER-078", "5 AAA Q N.play", "discard 5", "out.canasta"),
    ("PEER-080", f"AAA {OUT} Q N.play", "meld AAA", ""),
    ("PEER-090", "456 KKK K -", "draw", "stock.forced-take"),
    ("PEER-091", "68 KKK b -", "draw", ""),
]


@pytest.mark.parametrize(
    ("position", "action", "clause"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_case(position: str, action: str, clause: str) -> None:
    """A collected case comes out as the rule book has it, under its clause; an impossible one says so."""
    table = Position.parse(position)
    if clause == "pack.cards":
        assert clause in [problem.clause for problem in table.problems()]
        return
    assert table.problems() == []
    verdict = judge(table, Action.parse(action))
    assert verdict.legal == (not clause), str(verdict)
    if clause:
        assert clause in [finding.clause for finding in verdict.refusals]


def test_ids_are_unique() -> None:
    """No case hides another."""
    assert len({case[0] for case in CASES}) == len(CASES) > 90
