"""Chooses the changes to try, and those of them that compile."""
import fnmatch
import os
import random
import re
import subprocess

from .changes import mutations
from .switched import SWITCH, place, switched

NOT_TRIED = ["Sources/OrielCommand/Demo/*"]  # invented data, where any value is correct
MANY = 1.4  # the ratio of chosen to wanted changes, because some do not compile


def choose(root, count):
    """Chooses changes at random, more than `count`, from one folder after another: the targets, and the folders of
    public/. All files of a folder are equally likely, and so are the lines of a file."""
    seed = int(os.environ.get("SEED") or random.randrange(1 << 32))
    print(f"SEED={seed} COUNT={count}", flush=True)
    names = subprocess.run(["git", "ls-files", "Sources/*.swift", "public/*.js"], cwd=root, check=True, text=True, capture_output=True)
    wanted = os.environ.get("FILES", "").split() or ["*"]
    files = [name for name in names.stdout.split() if _matches(name, wanted) and not _matches(name, NOT_TRIED)]
    chance, chosen, folders = random.Random(seed), {}, {}
    for name in files:
        folder = name.split("/")[1] if name.startswith("Sources/") else os.path.dirname(name)
        folders.setdefault(folder, []).append(name)
    order = list(folders.values())
    chance.shuffle(order)
    for attempt in range(100 * count):
        if not order or len(chosen) >= count * MANY:
            break
        name = chance.choice(order[attempt % len(order)])
        lines = _by_line(name, (root / name).read_text())
        if lines:
            mutation = chance.choice(chance.choice(lines))
            chosen[name, mutation.start, mutation.new] = mutation
    for number, mutation in enumerate(chosen.values(), 1):
        mutation.number = number
    return list(chosen.values())


def _matches(name, patterns):
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _by_line(name, text):
    lines = {}
    for mutation in mutations(name, text, "js" if name.endswith(".js") else "swift"):
        if name.endswith(".js") or place(mutation, text):
            lines.setdefault(mutation.line, []).append(mutation)
    return list(lines.values())


def build(tree, chosen, home, is_needed=True):
    """Builds the copy with a switch for each change of Swift. Returns the changes that compile."""
    kept = [m for m in chosen if not m.path.endswith(".js") or _parses(tree, m)]
    while is_needed:
        for path in {m.path for m in chosen if m.path.endswith(".swift")}:
            text, own = (tree.root / path).read_text(), [m for m in kept if m.path == path]
            tree.write(path, switched(text, own) if own else text)
            tree.write(f"{home(path)}/MutantThatRuns.swift", SWITCH)
        print(f"building {len(kept)} of {len(chosen)} changes", flush=True)
        said = tree.build()
        if said is None:
            return kept
        bad = _blamed(tree, said)
        if not bad & {m.number for m in kept}:
            raise SystemExit(f"mutate: the project does not build:\n{said[-3000:]}")
        kept = [m for m in kept if m.number not in bad]
    return kept


def _parses(tree, mutation):
    text = (tree.root / mutation.path).read_text()
    changed = text[:mutation.start] + mutation.new + text[mutation.end:]
    return subprocess.run(["node", "--input-type=module", "--check"], input=changed, text=True, capture_output=True).returncode == 0


def _blamed(tree, said):
    """Returns the numbers of the changes in compiler errors, by the file name of a change or by the line."""
    bad = {int(number) for number in re.findall(r"mutant-(\d+):\d+:\d+: error", said)}
    for path, line in re.findall(r"^(/[^:\n]+\.swift):(\d+):\d+: error", said, re.M):
        try:
            lines = open(path).read().split("\n")
        except OSError:
            continue
        here = lines[int(line) - 1] if int(line) <= len(lines) else ""
        bad |= {int(n) for n in re.findall(r"mutantIs\((\d+)\)", here) or re.findall(r"mutantIs\((\d+)\)", "\n".join(lines))}
    return bad
