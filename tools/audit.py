"""Ask whether locked packages are known to be vulnerable: tools/audit.py LOCK...

Fails for what is known. Where nobody can be asked it says so, and does not fail: whoever works
without a network is not held up.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from typing import Any

_PATIENCE_SECONDS = 300
_ASK = ["--vulnerability-service", "osv", "--require-hashes", "--disable-pip", "--timeout", "10"]


def main(locks: list[str]) -> int:
    """Ask about each lock; give the status to end with."""
    found: dict[str, set[str]] = {}
    for lock in locks:
        answer = asked(lock)
        if answer is None:
            sys.stdout.write(
                f"{lock}: the vulnerability service cannot be asked, so nothing is known.\n"
            )
            continue
        sys.stdout.write(f"{lock}: {len(answer)} packages were asked about.\n")
        for name, faults in vulnerable(answer):
            found.setdefault(name, set()).update(faults)
    for name, known in sorted(found.items()):
        sys.stdout.write(f"{name} is known to be vulnerable: {', '.join(sorted(known))}\n")
    return 1 if found else 0


def asked(lock: str) -> list[dict[str, Any]] | None:
    """Give what is known of each package; None when the service does not answer."""
    command = [sys.executable, "-m", "pip_audit", *_ASK, "--progress-spinner", "off"]
    try:
        done = subprocess.run(
            [*command, "--format", "json", "--requirement", lock],
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE_SECONDS,
        )
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError, TypeError):
        return None
    return [package for package in packages if "skip_reason" not in package] or None


def vulnerable(packages: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, list[str]]]:
    """List packages with known faults, and those faults' names."""
    for package in packages:
        if faults := [fault["id"] for fault in package.get("vulns", [])]:
            yield f"{package['name']} {package['version']}", faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
