"""Addresses as they come back from mail and chat lead to what they meant."""

import pytest

from app.store.database import Database
from tests.web.visiting import Visitor, row_counts


@pytest.mark.parametrize(
    "path",
    [
        *("/spider-2/42/", "/SPIDER-2/42", "/Spider-2/42", "/spider-2/42%20", "/%20spider-2/42"),
        *("/spider-2/%2042", "//spider-2//42//", "/Spider-2/42/%20/", "/spider-2/42%0A"),
    ],
)
def test_an_untidy_link_is_the_same_deal(visitor: Visitor, path: str) -> None:
    response = visitor.get(f"http://testserver{path}")
    assert response.status_code == 308
    assert response.headers["Location"] == "/spider-2/42"
    assert visitor.page(f"http://testserver{path}").one("h1").text == "Spider, 2 suits, deal 42"


def test_what_followed_the_link_stays(visitor: Visitor) -> None:
    response = visitor.get("/SPIDER-2/42/?fbclid=X%20y&utm_source=a%2Fb")
    assert response.headers["Location"] == "/spider-2/42?fbclid=X%20y&utm_source=a%2Fb"


@pytest.mark.parametrize(
    "query", ["fbclid=IwAR0", "utm_source=x&utm_medium=y", "gclid=1&gclid=2", "x=%00", "%ff=%fe"]
)
def test_tracking_parameters_do_not_matter(visitor: Visitor, query: str) -> None:
    page = visitor.page(f"/spider-2/42?{query}")
    assert page.one("h1").text == "Spider, 2 suits, deal 42"
    assert page.one("a", class_="address")["href"] == "/spider-2/42"
    assert query not in page.outline()


@pytest.mark.parametrize(
    "path", ["/records", "/rules/spider", "/settings", "/privacy", "/spider", "/api/docs"]
)
def test_other_pages_too(visitor: Visitor, path: str) -> None:
    for untidy in (f"{path}/", path.upper(), f"{path}%20"):
        assert visitor.get(untidy).headers["Location"] == path
        assert visitor.client.head(untidy).headers["Location"] == path


@pytest.mark.parametrize("seed", ["042", "+42", "-42", "0", "4 2", "4_2", "42.0", "٤٢", "1e3"])
def test_a_number_is_never_changed_in_silence(visitor: Visitor, seed: str) -> None:
    response = visitor.get(f"/spider-2/{seed}")
    assert response.status_code == 404
    assert "is not a deal number" in response.text


@pytest.mark.parametrize(
    "path", ["//evil.example/", "///evil.example/x/", "/%5Cevil.example/", "/ /evil.example/%20"]
)
def test_no_address_leads_to_another_host(visitor: Visitor, path: str) -> None:
    location = visitor.get(f"http://testserver{path}").headers["Location"]
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize(
    "path",
    ["/api/V1/variants", "/API/v1/variants/", "/games/ABC/", "/Games/ABC", "/static/X/Y.css"],
)
def test_paths_of_programs_games_and_files_are_left_alone(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/a%3Fb/", "/a%23b/", "/a%0D%0ASet-Cookie%3Ax/", "/%C3%84/"])
def test_odd_characters_stay_what_they_are(visitor: Visitor, path: str) -> None:
    response = visitor.get(path)
    assert response.status_code == 308
    assert "Set-Cookie" not in response.headers
    location = response.headers["Location"]
    assert location.lower() in (path.lower().rstrip("/"), "/%c3%a4")
    assert visitor.get(location).status_code == 404  # and no further


def test_only_looking_is_sent_on(visitor: Visitor, site_database: Database) -> None:
    response = visitor.act("/SPIDER-2/42/", "deal", 0, {})
    assert response.status_code == 404
    assert set(row_counts(site_database).values()) == {0}
