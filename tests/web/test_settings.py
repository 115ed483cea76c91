"""What can be chosen, one choice at a time, and what follows from it."""

import pytest

from app.services.players import CHOICES
from app.store.database import Database
from tests.playing import all_at_once
from tests.web.conftest import Guests
from tests.web.visiting import Visitor, row_counts


def chosen(visitor: Visitor) -> dict[str, str]:
    """What the page shows as chosen."""
    page = visitor.page("/settings")
    return {
        form.one("input", name="setting")["value"]: button["value"]
        for form in page.all("form", class_="choice")
        for button in form.all("button", aria_pressed="true")
    }


def test_the_first_value_is_chosen_at_first(visitor: Visitor) -> None:
    assert chosen(visitor) == {name: values[0] for name, values in CHOICES.items()}
    assert visitor.token is None


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in CHOICES.items() for value in values]
)
def test_each_value_can_be_chosen(visitor: Visitor, name: str, value: str) -> None:
    page = visitor.page("/settings")
    (form,) = [form for form in page.all("form") if form.all("input", value=name)]
    response = visitor.press(page, form.one("button", value=value))
    assert (response.status_code, response.headers["Location"]) == (303, "/settings")
    assert chosen(visitor) == {n: v[0] for n, v in CHOICES.items()} | {name: value}


def test_choices_made_at_once_all_stay(guests: Guests) -> None:
    visitor = guests()
    visitor.begin()
    wanted = {"hints": "off", "theme": "dark", "collect": "on"}
    for values in (wanted, {name: CHOICES[name][0] for name in wanted}) * 5:

        def choose(name: str, values: dict[str, str] = values) -> int:
            data = {"setting": name, "value": values[name]}
            return visitor.post("/settings", data=data).status_code

        answers = all_at_once(*(lambda name=name: choose(name) for name in wanted))
        assert answers == [303, 303, 303]
        assert values.items() <= chosen(visitor).items()


@pytest.mark.parametrize(
    "data",
    [
        {"setting": "hints", "value": "maybe"},
        {"setting": "nothing", "value": "on"},
        {"setting": "variant.spider", "value": "spider-4"},
        {"setting": "", "value": ""},
        {"setting": "hints"},
        {"value": "on"},
        {"setting": "x" * 41, "value": "on"},
        {"setting": "theme", "value": "x" * 5000},
        {"setting": "theme", "value": "dark\0"},
    ],
)
def test_what_cannot_be_chosen(
    visitor: Visitor, site_database: Database, data: dict[str, str]
) -> None:
    response = visitor.post("/settings", data=data)
    assert response.status_code == 400
    assert set(row_counts(site_database).values()) == {0}
    assert visitor.token is None


def test_suits_are_remembered_for_each_game(visitor: Visitor) -> None:
    page = visitor.page("/spider")
    button = page.one(id="controls").one("button", value="spider-4")
    response = visitor.press(page, button)
    assert (response.status_code, response.headers["Location"]) == (303, "/spider-4")
    assert visitor.page("/spider").one("h1").text.startswith("Spider, 4 suits")
    assert visitor.page("/spiderette").one("h1").text.startswith("Spiderette, 4 suits")
    visitor.post("/settings/suits", data={"variant": "will-o-the-wisp-1"})
    assert visitor.page("/will-o-the-wisp").one("h1").text.startswith("Will o’ the Wisp, 1 suit,")
    assert visitor.page("/spider").one("h1").text.startswith("Spider, 4 suits")


def test_suits_of_a_game_are_its_own(visitor: Visitor) -> None:
    for game in ("spider", "spiderette", "will-o-the-wisp"):
        buttons = visitor.page(f"/{game}").one(id="controls").all("button", name="variant")
        assert [b["value"] for b in buttons] == [f"{game}-{suits}" for suits in (1, 2, 4)]


@pytest.mark.parametrize("variant", ["spider-3", "", "x" * 50, "spider"])
def test_no_such_suits(visitor: Visitor, variant: str) -> None:
    assert visitor.post("/settings/suits", data={"variant": variant}).status_code == 400
    assert visitor.token is None


def test_foreign_options_do_nothing(visitor: Visitor) -> None:
    data = {"action": "deal", "version": "0", "suits": "1", "variant": "spider-1", "seed": "9"}
    address = visitor.post("/will-o-the-wisp-4/5?suits=1", data=data).headers["Location"]
    game = visitor.get(f"/api/v1{address}").json()
    assert (game["variant"], game["seed"]) == ("will-o-the-wisp-4", 5)


def test_a_game_keeps_the_collecting_it_began_with(visitor: Visitor) -> None:
    by_hand = visitor.begin("spiderette-4", 1)
    visitor.post("/settings", data={"setting": "collect", "value": "on"})
    automatic = visitor.begin("spiderette-4", 2)
    visitor.post("/settings", data={"setting": "collect", "value": "off"})
    found = [visitor.get(f"/api/v1{address}").json()["collect"] for address in (by_hand, automatic)]
    assert found == ["by hand", "automatic"]
