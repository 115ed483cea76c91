"""The way to a deal by its number: from below a table, from the question, its own page."""

import pytest

from app.engine.deal import FIRST_SEED, LAST_SEED
from app.engine.variants import VARIANTS
from app.store.database import Database
from tests.web.visiting import HTMX, Node, Visitor, parsed, row_counts, site_of


def typed(visitor: Visitor, page: Node, number: str) -> str:
    """Submit the form with a number; give where it leads."""
    form = page.one("form", class_="numbered")
    fields = {node["name"]: node.get("value") for node in form.all("input")} | {"seed": number}
    response = visitor.get(form["action"], params=fields)
    return response.headers.get("Location", "")


@pytest.mark.parametrize("key", VARIANTS)
def test_from_below_a_table(visitor: Visitor, site_database: Database, key: str) -> None:
    page = visitor.page(f"/{key}/5")
    for number in (FIRST_SEED, 482913, LAST_SEED):
        assert typed(visitor, page, f" {number}\n") == f"/{key}/{number}"
    assert set(row_counts(site_database).values()) == {0}
    assert visitor.token is None


def test_from_the_question(visitor: Visitor) -> None:
    """Whoever goes to a numbered deal gives nothing up."""
    address = visitor.begin("spiderette-2", 5)
    for headers in ({}, HTMX):
        question = parsed(visitor.get(f"{address}/end?then=new", headers=headers).text)
        assert "Keep it" in question.one("form", class_="numbered").text
        assert typed(visitor, question, "77") == "/spiderette-2/77"
    assert visitor.page(address).one(id="moves").text == "1"
    again = parsed(visitor.get(f"{address}/end?then=restart").text)
    assert not again.all("form", class_="numbered")


@pytest.mark.parametrize(
    "number",
    [
        "",
        " ",
        "0",
        "-5",
        "+5",
        "042",
        "1.5",
        "1e3",
        "4 2",
        "x",
        "1000000000000",
        "٤٢",
        "<b>",
        "9" * 500,
    ],
)
def test_what_is_no_number_stays_to_be_corrected(visitor: Visitor, number: str) -> None:
    response = visitor.get("/deals", params={"variant": "spider-4", "seed": number})
    assert response.status_code == 400
    page = parsed(response.text)
    field = page.one("input", name="seed")
    assert field["value"] == number.strip()[:40]
    wrong = page.one(id=field["aria-describedby"])
    assert wrong["role"] == "alert"
    assert f"from {FIRST_SEED} to {LAST_SEED}" in wrong.text
    (chosen,) = [option for option in page.all("option") if "selected" in option.attributes]
    assert chosen["value"] == "spider-4"


def test_a_page_of_its_own(visitor: Visitor) -> None:
    page = visitor.page("/deals")
    assert [option["value"] for option in page.all("option")] == list(VARIANTS)
    assert not page.all(id="wrong")
    assert page.one("input", name="seed")["value"] == ""


def test_no_such_game(visitor: Visitor) -> None:
    response = visitor.get("/deals", params={"variant": "spider-3", "seed": "5"})
    assert response.status_code == 400
    assert "There is no variant “spider-3”" in response.text


def test_the_address_of_the_deal_can_be_read(visitor: Visitor) -> None:
    """Share leads to it without script; a site that knows its own address names it whole."""
    for path in ("/spider-2/42", visitor.begin("spider-2", 42)):
        page = visitor.page(path)
        assert page.one(id="t-share")["href"] == "#share"
        link = page.one("section", id="share").one("a", class_="address")
        assert (link["href"], link.text) == ("/spider-2/42", "/spider-2/42")
    site = site_of(visitor.app)
    known = site.settings.model_copy(update={"public_url": "http://testserver/"})
    object.__setattr__(site, "settings", known)
    assert visitor.page("/spider-2/42").one("a", class_="address").text == (
        "http://testserver/spider-2/42"
    )


def test_what_cannot_be_printed_is_not_shown_again(visitor: Visitor) -> None:
    response = visitor.get("/deals?variant=spider-2&seed=%00%1b12x")
    assert response.status_code == 400
    assert "\0" not in response.text
    assert "\x1b" not in response.text
    assert "12x" in response.text
