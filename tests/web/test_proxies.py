"""What a proxy says is believed where it is trusted, and is nowhere else of any effect."""

from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.services import rates
from app.settings import Settings
from tests.web.test_security import EVERYWHERE
from tests.web.visiting import Visitor

PROXY = ("10.0.0.1", 4000)
FORGED = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.66",
    "X-Forwarded-Port": "6666",
    "X-Forwarded-Prefix": "/evil.example",
    "Forwarded": "for=203.0.113.66;host=evil.example;proto=https",
    "X-Original-URL": "/evil.example",
    "X-Rewrite-URL": "/evil.example",
}


def client_of(settings: Settings, client: tuple[str, int] = PROXY) -> TestClient:
    app = create_app(settings)
    return TestClient(app, client=client, follow_redirects=False)


@pytest.mark.parametrize("proxies", ["127.0.0.1", "10.0.0.1", "*"])
def test_no_forwarded_host_is_in_an_answer(settings: Settings, proxies: str) -> None:
    trusting = settings.model_copy(update={"forwarded_allow_ips": proxies})
    with client_of(trusting) as client:
        begun = client.post("/spider-1/5", data={"action": "deal"}, headers=FORGED)
        assert begun.headers["Location"].startswith("/games/")
        for path in (*EVERYWHERE, begun.headers["Location"], "/SPIDER//", "//evil.example/"):
            for headers in (FORGED, {**FORGED, "Host": "evil.example:66"}):
                response = client.get(path, headers=headers)
                assert response.status_code < 500
                said = response.text if path != "//evil.example/" else ""
                assert "evil" not in said
                assert "6666" not in said
                assert "203.0.113.66" not in response.text + str(response.headers)
                location = response.headers.get("Location", "/x")
                assert location.startswith("/")
                assert not location.startswith("//")


def test_the_public_address_is_the_one_in_links(settings: Settings) -> None:
    public = settings.model_copy(
        update={"public_url": "https://wisp.example", "forwarded_allow_ips": "*"}
    )
    with client_of(public) as client:
        own = {**FORGED, "Host": "wisp.example"}
        assert "evil" not in client.get("/spider-1/5", headers=own).text
        moved = client.get("/spider-1/5", headers={**FORGED, "Host": "evil.example"})
        assert moved.headers["Location"] == "https://wisp.example/spider-1/5"


@pytest.mark.parametrize(("proxies", "is_secure"), [("127.0.0.1", False), ("10.0.0.0/8", True)])
def test_https_is_believed_of_trusted_proxies(
    settings: Settings, proxies: str, is_secure: bool
) -> None:
    with client_of(settings.model_copy(update={"forwarded_allow_ips": proxies})) as client:
        response = client.post("/spider-1/5", data={"action": "deal"}, headers=FORGED)
    assert ("; Secure" in response.headers["Set-Cookie"]) == is_secure


@pytest.mark.parametrize(("proxies", "limited"), [("127.0.0.1", [1, 1]), ("10.0.0.1", [0, 1])])
def test_limits_are_those_of_the_player_behind_a_trusted_proxy(
    settings: Settings, proxies: str, limited: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is not trusted cannot get another rate by another header."""
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: 5.0))
    update = {"forwarded_allow_ips": proxies, "address_games_per_minute": 1}
    with client_of(settings.model_copy(update=update)) as client:

        def begin(address: str) -> int:
            headers = {"X-Forwarded-For": f"192.0.2.9, {address}"}
            client.cookies.clear()
            data = {"action": "deal"}
            return client.post("/spider-1/5", data=data, headers=headers).status_code

        assert {begin("203.0.113.7") for _ in range(10)} == {303}
        statuses = [begin(address) for address in ("203.0.113.99", "203.0.113.7")]
    assert [int(status == 429) for status in statuses] == limited


def test_a_player_may_come_by_many_hosts(settings: Settings) -> None:
    """On a plain address too: the cookie names no host, so each keeps its own."""
    with client_of(settings) as client:
        for host in ("localhost:8000", "192.168.1.20:8000", "wisp.lan"):
            visitor = Visitor(client.app, client)  # type: ignore[arg-type]
            begun = visitor.post("/spider-1/5", data={"action": "deal"}, headers={"Host": host})
            assert "Secure" not in begun.headers["Set-Cookie"]
            assert "Domain" not in begun.headers["Set-Cookie"]
