"""Records, streaks and figures."""

from dataclasses import asdict

import pytest

from app.engine.notation import GameRecord
from app.engine.variants import GAMES, VARIANTS, Variant, variants_of
from app.services.play import Play
from app.services.players import Players
from app.services.records import KINDS, Records, VariantRecords
from app.store.database import Database
from tests.playing import START_MS, FakeClock, Person, records

WISPS = records("will-o-the-wisp-1")
WISP = WISPS[0].variant


@pytest.fixture
def kept(database: Database) -> Records:
    return Records(database)


def of_variant(kept: Records, person: Person, variant: Variant = WISP) -> VariantRecords:
    return next(found for found in kept.of_player(person.id) if found.variant is variant)


def values(found: VariantRecords) -> dict[str, tuple[int, str]]:
    return {key: (record.value, record.game_id) for key, record in found.records.items()}


def test_nothing_yet(kept: Records, person: Person) -> None:
    for found in (kept.of_player(None), kept.of_player(person.id), kept.of_player(99)):
        assert [row.variant.key for row in found] == list(VARIANTS)
        for row in found:
            assert (row.records, row.win_rate) == ({}, None)
            assert (row.played, row.won, row.streak, row.best_streak) == (0, 0, 0, 0)


def test_a_first_win_sets_every_record(kept: Records, person: Person) -> None:
    live = person.win(WISPS[0], pace=2)
    moves = len(WISPS[0].actions)
    found = of_variant(kept, person)
    assert values(found) == {
        "best_score": (900 - moves, live.id),
        "fastest_win": (2000 * (moves - 1), live.id),
        "fewest_moves": (moves, live.id),
    }
    for record in found.records.values():
        assert record.seed == WISPS[0].seed
        assert record.ended_ms == START_MS + 2000 * (moves - 1)
    assert (found.played, found.won, found.win_rate) == (1, 1, 100)
    assert [asdict(record) for record in kept.broken_by(person.id, WISP, live.id)] == [
        asdict(record) for record in found.records.values()
    ]


def test_records_are_independent(kept: Records, person: Person) -> None:
    short_and_slow = person.win(WISPS[0], pace=60)
    fast_but_long = person.win(WISPS[1], pace=0.1, detour=100)
    middling = person.win(WISPS[2], pace=10, detour=2)
    found = values(of_variant(kept, person))
    assert found["fastest_win"][1] == fast_but_long.id
    assert found["fewest_moves"][1] == short_and_slow.id
    assert found["best_score"][1] == short_and_slow.id
    broken = kept.broken_by(person.id, WISP, fast_but_long.id)
    assert [record.kind.key for record in broken] == ["fastest_win"]
    assert kept.broken_by(person.id, WISP, middling.id) == []


def test_records_of_a_game(kept: Records, person: Person) -> None:
    for record in (*WISPS[:2], records("spiderette-1")[0]):
        person.win(record)
    person.lose(WISPS[2])
    for game in GAMES.values():
        found = kept.of_game(person.id, game)
        whole = {row.variant: row.records for row in kept.of_player(person.id)}
        assert found == {variant: whole[variant] for variant in variants_of(game)}
        assert set(map(len, kept.of_game(None, game).values())) == {0}


def test_a_better_win_takes_the_record(kept: Records, person: Person) -> None:
    person.win(WISPS[1], pace=9, detour=10)
    better = person.win(WISPS[0], pace=1)
    assert {game_id for _, game_id in values(of_variant(kept, person)).values()} == {better.id}


def test_an_equal_result_does_not_replace_an_earlier_one(
    kept: Records, person: Person, clock: FakeClock
) -> None:
    short, long = WISPS[0], WISPS[1]
    difference = len(long.actions) - len(short.actions)
    if difference % 2:
        long, difference = WISPS[2], len(WISPS[2].actions) - len(short.actions)
    assert difference % 2 == 0
    first = person.win(short, pace=0, detour=difference)
    clock.forward(3600)
    second = person.win(long, pace=0)
    assert (first.game.moves, first.game.score) == (second.game.moves, second.game.score)
    assert {game_id for _, game_id in values(of_variant(kept, person)).values()} == {first.id}


def test_only_the_first_win_of_a_deal_counts(kept: Records, person: Person) -> None:
    slow = person.win(WISPS[0], pace=60, detour=20)
    before = values(of_variant(kept, person))
    for _ in range(3):
        again = person.win(WISPS[0], pace=0.1)
        assert again.is_replay
    assert not slow.is_replay
    found = of_variant(kept, person)
    assert values(found) == before
    assert (found.played, found.won, found.best_streak) == (4, 4, 4)


def test_a_deal_lost_before_can_still_count(kept: Records, person: Person) -> None:
    person.lose(WISPS[0])
    live = person.win(WISPS[0])
    assert not live.is_replay
    assert values(of_variant(kept, person))["fewest_moves"][1] == live.id


def test_a_game_of_a_deal_won_before_is_marked_from_its_start(person: Person) -> None:
    under_way = person.act(person.begin(WISPS[0]), WISPS[0].actions[:1])
    assert not under_way.is_replay
    person.win(WISPS[0])
    assert person.begin(WISPS[0]).is_replay
    assert not person.begin(WISPS[1]).is_replay


def test_of_two_games_of_a_deal_the_second_win_is_the_replay(
    person: Person, database: Database, clock: FakeClock
) -> None:
    record = WISPS[0]
    one, other = (person.act(person.begin(record), record.actions[:1]) for _ in range(2))
    other = person.act(other, record.actions[1:])
    one = person.act(one, record.actions[1:])
    assert (one.is_replay, other.is_replay) == (True, False)
    elsewhere = Play(database, 100, clock)
    assert elsewhere.load(person.id, one.id).is_replay
    assert not elsewhere.load(person.id, other.id).is_replay


def test_lost_games_set_no_record(kept: Records, person: Person) -> None:
    person.lose(WISPS[0])
    person.act(person.begin(WISPS[1]), WISPS[1].actions[:5])
    found = of_variant(kept, person)
    assert found.records == {}
    assert (found.played, found.won, found.win_rate) == (2, 0, 0)


def test_deals_without_an_action_are_nothing(kept: Records, person: Person) -> None:
    for _ in range(3):
        live = person.begin(WISPS[0])
        person.play.give_up(person.id, live.id)
    assert of_variant(kept, person).played == 0


def test_each_variant_has_its_own(kept: Records, person: Person) -> None:
    wins = {key: person.win(records(key)[0]) for key in ("spider-1", "spider-2", "spiderette-4")}
    for found in kept.of_player(person.id):
        live = wins.get(found.variant.key)
        assert found.played == found.won == (1 if live else 0)
        assert {game_id for _, game_id in values(found).values()} == ({live.id} if live else set())


def test_each_player_has_their_own(
    kept: Records, person: Person, players: Players, clock: FakeClock
) -> None:
    other = Person(person.play, players.add()[0], clock)
    person.win(WISPS[0])
    assert of_variant(kept, other).played == 0
    live = other.win(WISPS[0])
    assert not live.is_replay
    assert of_variant(kept, other).records["best_score"].game_id == live.id


@pytest.mark.parametrize(
    ("played", "streak", "best"),
    [
        ("", 0, 0),
        ("L", 0, 0),
        ("W", 1, 1),
        ("WW", 2, 2),
        ("WWL", 0, 2),
        ("WLWWW", 3, 3),
        ("WWWLW", 1, 3),
        ("LLWL", 0, 1),
    ],
)
def test_streaks(kept: Records, person: Person, played: str, streak: int, best: int) -> None:
    for letter in played:
        if letter == "W":
            person.win(WISPS[0], pace=0)
        else:
            person.lose(WISPS[1])
    found = of_variant(kept, person)
    assert (found.streak, found.best_streak) == (streak, best)


def test_a_streak_follows_the_order_of_the_ends(kept: Records, person: Person) -> None:
    parked = person.act(person.begin(WISPS[0]), WISPS[0].actions[:5])
    person.lose(WISPS[1])
    assert of_variant(kept, person).streak == 0
    person.act(parked, WISPS[0].actions[5:])
    assert of_variant(kept, person).streak == 1


@pytest.mark.parametrize(
    ("won", "played", "rate"),
    [
        (0, 0, None),
        (0, 5, 0),
        (5, 5, 100),
        (1, 3, 33),
        (2, 3, 67),
        (199, 200, 99),
        (1, 1000, 1),
        (999, 1000, 99),
        (1, 2, 50),
    ],
)
def test_win_rates(won: int, played: int, rate: int | None) -> None:
    assert VariantRecords(WISP, {}, played, won, 0, 0).win_rate == rate


def test_figures_of_three_games(kept: Records, person: Person) -> None:
    person.win(WISPS[0])
    person.lose(WISPS[1])
    person.lose(WISPS[2])
    assert of_variant(kept, person).win_rate == 33
    person.win(WISPS[1])
    assert of_variant(kept, person).win_rate == 50


def test_undo_is_no_way_to_fewer_moves(kept: Records, person: Person) -> None:
    record: GameRecord = WISPS[0]
    live = person.begin(record)
    live = person.act(live, record.actions[:30])
    live = person.act(live, "undo " * 30)
    live = person.act(live, record.actions)
    found = of_variant(kept, person).records
    assert found["fewest_moves"].value == len(record.actions) + 60
    assert found["best_score"].value == 900 - len(record.actions) - 60


def test_kinds_are_told_apart() -> None:
    assert len({kind.key for kind in KINDS}) == len({kind.title for kind in KINDS}) == 3
