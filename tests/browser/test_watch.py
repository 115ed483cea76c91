"""What watches over every test sees what it is there for."""

import re

import pytest

from tests.browser.table import Contexts
from tests.browser.watch import Watch
from tests.served import Served

pytestmark = pytest.mark.browser

POLICY = "Content Security Policy"
AGAINST_THE_POLICY = {
    "script": """() => document.head.append(
        Object.assign(document.createElement('script'), {textContent: 'globalThis.ran = 1'}))""",
    "handler": "() => document.body.setAttribute('onclick', 'globalThis.ran = 1')",
    "style": """() => document.head.append(
        Object.assign(document.createElement('style'), {textContent: 'body { color: red }'}))""",
    "style attribute": "() => document.body.setAttribute('style', 'color: red')",
    "eval": """() => {
        addEventListener('tried', () => setTimeout('globalThis.ran = 1'), {once: true});
        dispatchEvent(new Event('tried'));
    }""",
    "picture": """() => document.body.append(
        Object.assign(new Image(), {src: 'http://wisp.example/far.png'}))""",
    "request": "() => fetch('http://wisp.example/').catch(() => {})",
    "frame": """() => document.body.append(
        Object.assign(document.createElement('iframe'), {src: '/privacy'}))""",
}


@pytest.mark.parametrize("kind", AGAINST_THE_POLICY)
def test_what_the_policy_forbids(
    contexts: Contexts, watch: Watch, server: Served, kind: str
) -> None:
    page = contexts().new_page()
    page.goto(f"{server.url}/spider-2/7")
    assert watch.faults == []
    page.evaluate(AGAINST_THE_POLICY[kind])
    page.title()  # whatever was about to be reported is
    assert [fault for fault in watch.faults if POLICY in fault]
    assert page.evaluate("globalThis.ran") is None
    watch.allow(POLICY, "wisp.example")


def test_a_request_to_another_host(contexts: Contexts, watch: Watch, server: Served) -> None:
    page = contexts().new_page()
    elsewhere = f"http://localhost:{server.port}/"
    page.goto(elsewhere)
    assert f"request to {elsewhere}" in watch.faults
    watch.allow(re.escape(elsewhere))


def test_errors_of_scripts(contexts: Contexts, watch: Watch, server: Served) -> None:
    page = contexts().new_page()
    page.goto(f"{server.url}/privacy")
    for broken in (
        "() => void setTimeout(() => nowhere())",
        "() => void Promise.reject(Error('x'))",
    ):
        before = len(watch.faults)
        with page.expect_event("pageerror"):
            page.evaluate(broken)
        page.title()
        assert len(watch.faults) > before
    watch.allow("error of a script")


def test_failures_of_the_server(contexts: Contexts, watch: Watch, server: Served) -> None:
    page = contexts().new_page()
    page.route("**/privacy", lambda route: route.fulfill(status=500, body="x"))
    page.goto(f"{server.url}/privacy")
    assert [fault for fault in watch.faults if fault.startswith("500 from ")]
    watch.allow("500")
