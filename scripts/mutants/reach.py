"""Finds the test suites that run each change of Swift."""
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

GROUP_SECONDS = 60  # a failure that does not repeat repeats its group only


class Reach:
    """Runs each suite once without a change, and records the changes that it reaches. A suite that fails twice does not
    count. The recorded runs include the programs that the tests start."""

    def __init__(self, tree):
        self.tree, self.changes, self.seconds = tree, {}, {}
        start, suites = time.monotonic(), tree.suites()
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            failed = [suite for suite, passed in zip(suites, workers.map(self._record, suites)) if not passed]
        for suite in failed:  # alone, because a busy machine may fail a test
            if not self._record(suite):
                print(f"skipped, because it fails without a change: {suite}", flush=True)
        print(f"{len(self.seconds)} suites recorded in {time.monotonic() - start:.0f} s", flush=True)

    def _record(self, suite):
        with TemporaryDirectory() as folder:
            record, start = Path(folder) / "reached", time.monotonic()
            failure = self.tree.swift_tests([suite], 900, reached=str(record))
            if failure:
                print(f"{suite} fails: {failure}", file=sys.stderr, flush=True)
                return False
            self.seconds[suite] = time.monotonic() - start
            for line in record.read_text().split() if record.is_file() else ():
                self.changes.setdefault(int(line), set()).add(suite)
            return True

    def suites(self, change, target):
        """Returns the suites that run a change, in groups: those of the target's own tests, then the others, fast ones first,
        a minute in each group."""
        reaching = sorted(self.changes.get(change.number, ()), key=self.seconds.get)
        own = [suite for suite in reaching if suite.startswith(f"{target}Tests.")]
        groups, seconds = [own], GROUP_SECONDS
        for suite in [suite for suite in reaching if suite not in own]:
            if seconds >= GROUP_SECONDS:
                groups, seconds = groups + [[]], 0
            groups[-1].append(suite)
            seconds += self.seconds[suite]
        return [group for group in groups if group]
