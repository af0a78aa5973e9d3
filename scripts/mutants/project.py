"""Finds the tests that cover a file."""
import json
import re
import subprocess
from pathlib import Path

_IMPORT = re.compile(r"(?:from|import\(?)\s*'(\.[^']+)'")


class Project:
    def __init__(self, folder):
        self.folder = folder
        described = subprocess.run(["swift", "package", "describe", "--type", "json"], cwd=folder, check=True, capture_output=True)
        targets = json.loads(described.stdout)["targets"]
        self.home = {target["path"]: target["name"] for target in targets}

    def home_of(self, path):
        """Returns the folder of a file's target."""
        return next(home for home in self.home if path.startswith(home + "/"))

    def target_of(self, path):
        return self.home[self.home_of(path)]

    def script_tests(self, path):
        """Returns the test files of a client module: those that import it, and those that open a browser. Files with a
        name similar to the module's come first."""
        folder, stem = self.folder / "Tests" / "PublicTests", Path(path).stem
        importing, browsing = [], []
        for file in sorted(folder.glob("*.test.mjs")):
            reached = _imports(file)
            if (self.folder / path).resolve() in reached:
                importing.append(file)
            elif (folder / "chromium.mjs").resolve() in reached:
                browsing.append(file)
        browsing.sort(key=lambda file: (file.name[:4] != stem[:4], stem not in file.read_text()))
        return [str(file.relative_to(self.folder)) for file in importing], [str(file.relative_to(self.folder)) for file in browsing]


def _imports(file):
    found, rest = set(), [file.resolve()]
    while rest:
        path = rest.pop()
        for name in _IMPORT.findall(path.read_text()):
            used = (path.parent / name).resolve()
            if used not in found and used.is_file():
                found.add(used)
                rest.append(used)
    return found
