"""The changes of a file of patches, each tried alone."""
import os
import re
import subprocess
from dataclasses import dataclass


@dataclass
class Patch:
    path: str
    text: str
    number: int = 0

    def __str__(self):
        changed = [line for line in self.text.split("\n") if re.match(r"[-+](?!--|\+\+)", line)]
        return f"{self.path}: " + "  ".join(changed)

    def apply(self, tree):
        """Applies the patch to the copy. Returns whether it applies."""
        environment = os.environ | {"GIT_CEILING_DIRECTORIES": str(tree.folder.parent)}
        done = subprocess.run(["git", "apply", "--recount", "-"], input=self.text, text=True, cwd=tree.folder, env=environment)
        return done.returncode == 0


def patches(text):
    """Returns the patches in a text, one for each hunk."""
    found = []
    for of_file in re.split(r"^(?=--- )", text, flags=re.M)[1:]:
        head, *parts = re.split(r"^(?=@@ )", of_file, flags=re.M)
        path = re.search(r"^\+\+\+ b/(\S+)", head, re.M).group(1)
        for part in parts:
            part = re.split(r"^diff ", part, flags=re.M)[0]
            found.append(Patch(path, head + part, len(found) + 1))
    return found
