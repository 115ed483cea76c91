"""Players: their tokens and what they prefer."""

from functools import partial

import pytest
from sqlalchemy import text

from app.engine.variants import GAMES, SPIDER, VARIANTS, WILL_O_THE_WISP, Collecting
from app.services.errors import UnknownChoiceError
from app.services.players import CHOICES, Players, Preferences
from app.store.database import Database
from tests.playing import all_at_once


def test_a_token_names_its_player(players: Players, database: Database) -> None:
    (one, token), (other, another) = players.add(), players.add()
    assert one != other
    assert len(token) >= 40
    for known in (players, Players(database)):
        assert known.by_token(token) == known.by_token(token) == one
        assert known.by_token(another) == other


def test_the_token_itself_is_not_kept(players: Players, database: Database) -> None:
    _, token = players.add()
    with database.read() as connection:
        row = connection.execute(text("SELECT * FROM player")).one()
    assert token not in str(row)


@pytest.mark.parametrize("token", [None, "", "forged", "x" * 100_000, "é☃", "\udce9", "\0"])
def test_a_forged_token_is_nobody(players: Players, token: str | None) -> None:
    _, real = players.add()
    assert players.by_token(token) is None
    assert players.by_token(real[:-1]) is None
    assert players.by_token(real + " ") is None


def test_a_token_not_known_yet_is_asked_for_again(database: Database) -> None:
    here, elsewhere = Players(database), Players(database)
    player_id, token = elsewhere.add()
    assert here.by_token(token) == player_id


def test_a_number_is_not_given_again(players: Players, database: Database) -> None:
    """Whoever was removed may still be known by it to some process."""
    removed, token = players.add()
    assert players.by_token(token) == removed
    with database.write() as connection:
        connection.execute(text("DELETE FROM player"))
    added, _ = players.add()
    assert added != removed
    assert not players.exists(removed)


def test_preferences_at_first(players: Players) -> None:
    player_id, _ = players.add()
    for found in (players.preferences(None), players.preferences(player_id)):
        assert {name: found[name] for name in CHOICES} == {
            name: values[0] for name, values in CHOICES.items()
        }
        assert [found.variant_for(game).key for game in GAMES.values()] == [
            "spider-2",
            "spiderette-4",
            "will-o-the-wisp-4",
        ]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in CHOICES.items() for value in values]
)
def test_choices_are_remembered(
    players: Players, database: Database, name: str, value: str
) -> None:
    player_id, _ = players.add()
    other, _ = players.add()
    players.choose(player_id, {name: value})
    assert Players(database).preferences(player_id)[name] == value
    assert players.preferences(other)[name] == CHOICES[name][0]


def test_other_choices_stay(players: Players) -> None:
    player_id, _ = players.add()
    players.choose(player_id, {"theme": "dark", "hints": "off"})
    players.choose(player_id, {"hints": "on"})
    found = players.preferences(player_id)
    assert (found["theme"], found["hints"]) == ("dark", "on")


@pytest.mark.parametrize(
    "choices",
    [
        {"theme": "pink"},
        {"theme": ""},
        {"colour": "dark"},
        {"variant.spider": "spider-4"},
        {"theme": "dark", "hints": "perhaps"},
        {"": ""},
    ],
    ids=str,
)
def test_unknown_choices_are_refused_whole(players: Players, choices: dict[str, str]) -> None:
    player_id, _ = players.add()
    with pytest.raises(UnknownChoiceError):
        players.choose(player_id, choices)
    assert players.preferences(player_id).chosen == {}


def test_stored_values_that_are_not_known_any_more(players: Players, database: Database) -> None:
    player_id, _ = players.add()
    old = {"theme": "sepia", "collect": "maybe", "variant.spider": "spider-3", "sound": "on"}
    with database.write() as connection:
        for name, value in old.items():
            connection.execute(
                text("INSERT INTO setting VALUES (:id, :name, :value)"),
                {"id": player_id, "name": name, "value": value},
            )
    found = players.preferences(player_id)
    assert (found["theme"], found["collect"]) == ("system", "off")
    assert found.variant_for(SPIDER) is VARIANTS["spider-2"]
    assert found.collecting_for(VARIANTS["spiderette-1"]) is Collecting.BY_HAND


def test_a_suit_count_is_remembered_for_its_game_alone(players: Players) -> None:
    player_id, _ = players.add()
    players.choose_variant(player_id, VARIANTS["spider-4"])
    players.choose_variant(player_id, VARIANTS["will-o-the-wisp-1"])
    players.choose_variant(player_id, VARIANTS["spider-1"])
    found = players.preferences(player_id)
    assert [found.variant_for(game).key for game in GAMES.values()] == [
        "spider-1",
        "spiderette-4",
        "will-o-the-wisp-1",
    ]


@pytest.mark.parametrize("chosen", ["on", "off"])
def test_the_way_of_collecting(chosen: str) -> None:
    preferences = Preferences({"collect": chosen})
    wanted = Collecting.AUTOMATIC if chosen == "on" else Collecting.BY_HAND
    assert preferences.collecting_for(VARIANTS["spider-2"]) is Collecting.AUTOMATIC
    assert preferences.collecting_for(VARIANTS[f"{WILL_O_THE_WISP.key}-2"]) is wanted


def test_choices_made_at_once_all_stay(players: Players, database: Database) -> None:
    other_process = Database(database.url)
    elsewhere = Players(other_process)
    for _ in range(10):
        player_id, _ = players.add()
        answers = all_at_once(
            partial(players.choose, player_id, {"theme": "dark"}),
            partial(elsewhere.choose, player_id, {"hints": "off"}),
            partial(players.choose, player_id, {"collect": "on"}),
            partial(elsewhere.choose, player_id, {"theme": "dark"}),
            partial(players.choose_variant, player_id, VARIANTS["spider-4"]),
        )
        assert answers == [None] * 5
        found = players.preferences(player_id)
        assert [found[name] for name in ("theme", "hints", "collect")] == ["dark", "off", "on"]
        assert found.variant_for(SPIDER) is VARIANTS["spider-4"]
    other_process.close()
