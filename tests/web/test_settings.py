"""What can be chosen, one choice at a time, and what follows from it."""

import pytest
from sqlalchemy.exc import OperationalError

from app.services.players import CHOICES, LOOKS, WAYS
from app.store.database import Database
from tests.playing import FakeClock, all_at_once
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Node, Visitor, parsed, patch, row_counts, site_of


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
    assert (response.status_code, response.headers["Location"]) == (303, f"/settings#{name}")
    assert chosen(visitor) == {n: v[0] for n, v in CHOICES.items()} | {name: value}


def test_there_is_a_button_for_each_value(visitor: Visitor) -> None:
    page = visitor.page("/settings")
    for name, values in CHOICES.items():
        group = page.one("form", id=name).one("div", role="group")
        assert {button["value"] for button in group.all("button", name="value")} == set(values)
        assert page.one("h3", id=group["aria-labelledby"]).text


def test_looks_are_shown_by_looking(visitor: Visitor) -> None:
    page = visitor.page("/settings")
    for name in ("stock", "theme", "felt", "back", "deck"):
        samples = [
            node for node in page.one("form", id=name).walk() if f"data-{name}" in node.attributes
        ]
        assert [sample[f"data-{name}"] for sample in samples] == list(CHOICES[name])
        assert all(sample["aria-hidden"] == "true" for sample in samples)


@pytest.mark.parametrize("path", ["/records", "/spider-1/5", "/nothing", "/games/x", "/keys"])
def test_every_page_has_the_looks(visitor: Visitor, path: str) -> None:
    wanted = {name: CHOICES[name][-1] for name in LOOKS}
    for name, value in wanted.items():
        visitor.post("/settings", data={"setting": name, "value": value})
    html = parsed(visitor.get(path).text).one("html")
    assert {name: html[f"data-{name}"] for name in LOOKS} == wanted


def test_every_table_has_the_ways_to_play(visitor: Visitor) -> None:
    for place in (0, -1):
        for name in WAYS:
            visitor.post("/settings", data={"setting": name, "value": CHOICES[name][place]})
        main = visitor.page("/spider-1/5").one("main")
        for name in WAYS:
            assert main[f"data-{name.replace('_', '-')}"] == CHOICES[name][place]


@pytest.mark.parametrize("path", ["/nothing", "/records"])
def test_an_error_is_shown_without_the_database_too(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    visitor.post("/settings", data={"setting": "theme", "value": "dark"})

    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(site_of(visitor.app).players, "preferences", fail)
    response = visitor.get(path)
    assert response.status_code == (404 if path == "/nothing" else 503)
    assert parsed(response.text).one("html")["data-theme"] == "system"


def test_the_way_back_leads_to_the_game_touched_last(visitor: Visitor, clock: FakeClock) -> None:
    def back() -> set[str]:
        page = visitor.page("/settings")
        return {link["href"] for link in page.all("a") if link.text == "Back to the table"}

    assert back() == {"/"}
    for seed in (1, 2):
        clock.forward(1)
        address = visitor.begin("spider-1", seed)
        assert back() == {address}
    assert "Spider, 1 suit, deal 2" in visitor.page("/settings").text


@pytest.mark.parametrize("name", CHOICES)
def test_htmx_gets_the_one_choice(visitor: Visitor, name: str) -> None:
    page, value = visitor.page("/settings"), CHOICES[name][-1]
    response = visitor.press(page, page.one("form", id=name).one("button", value=value), **HTMX)
    assert response.status_code == 200
    assert visitor.token
    assert patch(page, parsed(response.text)) == {name, "say"}
    (pressed,) = page.one("form", id=name).all("button", aria_pressed="true")
    assert pressed["value"] == value
    title = page.one("h3", id=f"{name}-title").text
    assert page.one(id="say").text == f"{title}: {pressed.text}."


def back(page: Node) -> set[tuple[str, str]]:
    """Where the ways back lead, and what is said of it."""
    ways = [node for node in page.all("p", class_="to-table") if node.all("a")]
    return {(way.one("a")["href"], way.text.removeprefix("Back to the table ")) for way in ways}


@pytest.mark.parametrize("at", ["deal", "game", "somebody"])
def test_the_way_back_leads_to_the_table_that_was_left(
    guests: Guests, visitor: Visitor, clock: FakeClock, at: str
) -> None:
    """A deal not begun too, though another game was touched last."""
    game = visitor.begin("spider-4", 3)
    clock.forward(1)
    last = visitor.begin("spider-1", 1)
    address, wanted, name = {
        "deal": ("/spiderette-2/7", "/spiderette-2/7", "Spiderette, 2 suits, deal 7"),
        "game": (game, game, "Spider, 4 suits, deal 3"),
        "somebody": (guests().begin("spider-1", 2), last, "Spider, 1 suit, deal 1"),
    }[at]
    referer = {"Referer": f"http://testserver{address}?hint=1"}
    page = parsed(visitor.get("/settings", headers=referer).text)
    assert back(page) == {(wanted, name)}
    response = visitor.press(page, page.one("form", id="deck").one("button", value="four"))
    assert response.headers["Location"].endswith("#deck")
    assert back(visitor.page(response.headers["Location"])) == {(wanted, name)}


@pytest.mark.parametrize(
    "table",
    ["//evil.example/x", "https://evil.example/a", "/rules/spider", "/spider-1/0", "/games/x", "x"],
)
def test_no_way_back_to_what_is_no_table(visitor: Visitor, table: str) -> None:
    response = visitor.get("/settings", params={"table": table}, headers={"Referer": "http://[x"})
    assert {href for href, _ in back(parsed(response.text))} == {"/"}
    data = {"setting": "deck", "value": "four", "table": table}
    assert visitor.post("/settings", data=data).headers["Location"] == "/settings#deck"


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
