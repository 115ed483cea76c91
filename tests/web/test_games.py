"""Games of one's own: acting, refusals, pause, the end, the record."""

import pytest

from app.engine.notation import GameRecord
from app.store.database import Database
from tests.playing import FakeClock, records
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Visitor, parsed, row_counts

ELSEWHERE = [
    ("GET", "", None),
    ("GET", "?lift=1x1", None),
    ("GET", "?hint=1", None),
    ("GET", "/end?then=new", None),
    ("GET", "/record", None),
    ("POST", "/actions", {"action": "deal", "version": "1"}),
    ("POST", "/pause", {"paused": "1"}),
    ("POST", "/end", {"then": "new"}),
]


@pytest.fixture
def address(visitor: Visitor) -> str:
    """A game of Spider after one deal."""
    return visitor.begin("spider-1", 5)


def test_after_an_action_comes_a_redirect(visitor: Visitor, address: str) -> None:
    response = visitor.act(address, "undo", 1, {})
    assert (response.status_code, response.headers["Location"]) == (303, address)
    page = visitor.page(address)
    assert page.one(id="moves").text == "2"
    assert page.one(id="say").text == "Undone: a deal."


def test_by_htmx_only_what_changed_comes(visitor: Visitor, address: str) -> None:
    legal = visitor.get(f"/api/v1{address}").json()["legal"]
    action = next(move for move in legal if "-" in move and "x" not in move)
    source, target = action.split("-")
    response = visitor.act(address, action, 1)
    assert response.status_code == 200
    partials = parsed(response.text).all("hx-partial")
    named = [partial["hx-target"] for partial in partials]
    assert {f"#col-{source}", f"#col-{target}", "#status", "#forms", "#say"} <= set(named)
    assert "#stock" not in named
    assert "#foundations" not in named
    assert len(named) == len(set(named))
    assert not parsed(response.text).all("html")
    assert response.headers["X-Wisp-Version"] == "2"
    assert len(response.content) < 8_000


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize(
    ("action", "status"),
    [("nonsense", 400), ("1-1", 422), ("redo", 422), ("9-f", 422), ("1-2x40", 422)],
)
def test_a_refusal_says_why_and_changes_nothing(
    visitor: Visitor,
    site_database: Database,
    address: str,
    action: str,
    status: int,
    headers: dict[str, str],
) -> None:
    before, counts = visitor.page(address).outline(), row_counts(site_database)
    response = visitor.act(address, action, 1, headers)
    assert response.status_code == status
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    (reason,) = parsed(response.text).all("p", class_="refused")
    assert reason.text.endswith(".")
    assert visitor.page(address).outline() == before
    assert row_counts(site_database) == counts
    if headers:
        targets = {partial["hx-target"] for partial in parsed(response.text).all("hx-partial")}
        assert "#say" in targets
        assert not {target for target in targets if target.startswith("#col-")}


@pytest.mark.parametrize("version", [0, 2, 7])
def test_an_old_page_gets_the_fresh_board(visitor: Visitor, address: str, version: int) -> None:
    whole = visitor.act(address, "undo", version, {})
    assert whole.status_code == 409
    page = parsed(whole.text)
    assert page.one(id="say").text == "The table had changed meanwhile: this is how it stands now."
    assert page.one(id="felt").outline() == visitor.page(address).one(id="felt").outline()
    parts = visitor.act(address, "undo", version)
    assert parts.status_code == 409
    fresh = parsed(parts.text)
    assert len(fresh.all("div", role="group", class_="column")) == 10
    assert fresh.one(id="moves").text == "1"
    assert fresh.all("p", class_="refused")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"action": "deal"},
        {"version": "1"},
        {"action": "", "version": "1"},
        {"action": "deal", "version": "x"},
    ],
)
def test_a_form_that_lacks_something(
    visitor: Visitor, address: str, fields: dict[str, str]
) -> None:
    for headers in ({}, HTMX):
        response = visitor.post(f"{address}/actions", data=fields, headers=headers)
        assert response.status_code == 400
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert visitor.page(address).one(id="moves").text == "1"


@pytest.mark.parametrize(("method", "call", "data"), ELSEWHERE)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_somebody_elses_game(
    guests: Guests,
    site_database: Database,
    method: str,
    call: str,
    data: dict[str, str] | None,
    headers: dict[str, str],
) -> None:
    owner, stranger = guests(), guests()
    address = owner.begin("spider-1", 5)
    stranger.begin("spider-1", 5)
    before, counts = owner.page(address).outline(), row_counts(site_database)
    answers = set()
    for visitor in (stranger, guests()):
        for url in (f"{address}{call}", f"/games/{'A' * 22}{call}"):
            response = visitor.client.request(method, url, data=data, headers=headers)
            assert response.status_code == 404
            answers.add(response.text)
    assert len(answers) == 1  # nobody is told which it is
    assert "There is no such game, or it is not yours." in answers.pop()
    assert owner.page(address).outline() == before
    assert row_counts(site_database) == counts


def test_pause_and_resume(visitor: Visitor, clock: FakeClock, address: str) -> None:
    clock.forward(10)
    page = visitor.page(address)
    response = visitor.press(page, page.one(id="t-pause"))
    assert (response.status_code, response.headers["Location"]) == (303, address)
    clock.forward(1000)
    paused = visitor.page(address)
    assert paused.one(id="status")["data-state"] == "paused"
    assert paused.one(id="clock").text == "0:10"
    assert "Paused" in paused.one(id="cover").text
    visitor.press(paused, paused.one(id="cover").one("button"))
    clock.forward(5)
    playing = visitor.page(address)
    assert playing.one(id="status")["data-state"] == "playing"
    assert playing.one(id="clock").text == "0:15"
    assert playing.one(id="cover").text == ""


def test_a_late_pause_is_none(visitor: Visitor, address: str) -> None:
    visitor.act(address, "undo", 1)
    visitor.post(f"{address}/pause", data={"paused": "1", "version": "1"})
    assert visitor.page(address).one(id="status")["data-state"] == "playing"


def test_the_question_and_the_end(visitor: Visitor, address: str) -> None:
    page = visitor.page(address)
    link = page.one(id="t-restart")
    assert link["href"] == f"{address}/end?then=restart"
    question = visitor.page(link["href"])
    assert "counts as lost" in question.text
    assert visitor.page(address).one(id="status")["data-state"] == "playing"  # only asked
    (button,) = question.all("button", name="then")
    response = visitor.press(question, button)
    assert (response.status_code, response.headers["Location"]) == (303, "/spider-1/5")
    assert visitor.page("/spider-1/5").one(id="moves").text == "0"
    lost = visitor.page(address)
    assert lost.one(id="status")["data-state"] == "lost"
    assert "given up" in lost.one(id="panel").text
    assert visitor.act(address, "undo", 1).status_code == 409


def test_a_game_is_not_given_up_on_an_old_question(visitor: Visitor, address: str) -> None:
    question = visitor.page(f"{address}/end?then=new")
    visitor.act(address, "undo", 1)
    response = visitor.press(question, question.one("button", name="then"))
    assert response.status_code == 409
    shown = parsed(response.text)
    assert shown.one(id="moves").text == "2"
    assert shown.one(id="say").all("p", class_="refused")
    assert visitor.page(address).one(id="status")["data-state"] == "playing"
    visitor.post(f"{address}/end", data={"then": "new", "version": "2"})
    assert visitor.page(address).one(id="status")["data-state"] == "lost"
    assert visitor.post(f"{address}/end", data={"then": "new", "version": "1"}).status_code == 303


def test_the_question_as_a_fragment(visitor: Visitor, address: str) -> None:
    response = visitor.get(f"{address}/end?then=new", headers=HTMX)
    question = parsed(response.text)
    assert not question.all("html")
    form = question.one("form", class_="onward")
    assert form["action"] == f"{address}/end"
    assert [b["value"] for b in form.all("button")] == ["new"]
    assert visitor.press(question, form.one("button")).headers["Location"] == "/spider-1/new"


def test_nothing_is_asked_where_nothing_is_to_be_lost(visitor: Visitor, address: str) -> None:
    created = visitor.create(variant="spider-1", seed=6)
    visitor.post(f"{address}/end", data={"then": "new"})
    for url, seed in ((address, 5), (f"/games/{created['id']}", 6)):
        for then, onward in (("new", "/spider-1/new"), ("restart", f"/spider-1/{seed}")):
            response = visitor.get(f"{url}/end?then={then}")
            assert (response.status_code, response.headers["Location"]) == (303, onward)


@pytest.mark.parametrize("then", ["", "nothing", "//evil.example", "new\n"])
def test_the_end_leads_nowhere_else(visitor: Visitor, address: str, then: str) -> None:
    assert visitor.get(f"{address}/end", params={"then": then}).status_code == 400
    assert visitor.post(f"{address}/end", data={"then": then}).status_code == 400
    assert visitor.page(address).one(id="status")["data-state"] == "playing"


def test_a_fresh_deal_is_left_without_a_question(visitor: Visitor) -> None:
    page = visitor.page("/spider-1/5")
    assert page.one(id="t-new")["href"] == "/spider-1/new"
    assert page.one(id="t-restart")["href"] == "/spider-1/5"


def test_the_record(visitor: Visitor) -> None:
    played = records("will-o-the-wisp-1")[0]
    game = visitor.play(played)
    response = visitor.get(f"/games/{game['id']}/record")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    record = GameRecord.parse(response.text)
    assert record.headers["Result"] == "won"
    assert record.actions == played.actions
    assert record.replay().score == game["score"]


def test_a_program_sees_that_a_game_was_given_up(visitor: Visitor) -> None:
    address = visitor.begin()
    read = f"/api/v1{address}"
    assert visitor.get(read).json()["result"] == "unfinished"
    visitor.post(f"{address}/end", data={"then": "new"})
    game = visitor.get(read).json()
    assert (game["result"], game["legal"]) == ("lost", [])


def test_no_hint_tells_of_a_covered_board(visitor: Visitor) -> None:
    address = visitor.begin()
    visitor.post(f"{address}/pause", data={"paused": "1"})
    for headers in ({}, HTMX):
        text = visitor.get(f"{address}?hint=1", headers=headers).text
        assert "The game is paused: go on first." in text
        assert "hinted" not in text
