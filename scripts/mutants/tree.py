"""A copy of the project, in which changes are built and tested."""
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

STRICT = ["--explicit-target-dependency-import-check", "error", "-Xswiftc", "-suppress-warnings"]


class Tree:
    def __init__(self, root):
        self.root, self.folder = root, root / ".build-mutants" / "tree"
        self.tests = None  # the program of all Swift tests, after a build
        self.prefix = shlex.split(os.environ.get("ORIEL_MUTATE_BUILD", ""))

    def refresh(self):
        """Updates the copy to the project. Files that are equal stay, so that they are not built again."""
        listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=self.root, check=True, capture_output=True)
        wanted = {name for name in listed.stdout.decode().split("\0") if name and (self.root / name).is_file()}
        for name in wanted:
            self.write(name, (self.root / name).read_bytes())
            shutil.copymode(self.root / name, self.folder / name)
        for path in self.folder.rglob("*"):
            name = str(path.relative_to(self.folder))
            if path.is_file() and not name.startswith(".build/") and name not in wanted and name != "Package.resolved":
                path.unlink()

    def write(self, name, data):
        path = self.folder / name
        data = data.encode() if isinstance(data, str) else data
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def build(self):
        """Builds everything. Returns the compiler's output if that fails, else `None`."""
        done = subprocess.run(self.prefix + ["swift", "build", "--build-tests"] + STRICT, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            return done.stdout
        [self.tests] = (str(path) for path in (self.folder / ".build" / "debug").glob("*.xctest"))
        return None

    def suites(self):
        """Returns the names of all test suites, as Target.Suite."""
        listed = subprocess.run(["swift", "test", "list", "--skip-build", "--disable-xctest", *STRICT], cwd=self.folder,
                                check=True, text=True, capture_output=True)
        return sorted({line.partition("/")[0] for line in listed.stdout.splitlines() if "/" in line})

    def swift_tests(self, suites, limit, mutant=0, only="", reached=""):
        """Runs suites, or with `only` the failed test of an earlier run. With `reached`, a file receives the numbers of the
        changes that run."""
        test = re.match(r"\w+\(", only)
        name = f"^({'|'.join(map(re.escape, suites))})/" + (rf"(.*/)?{re.escape(test[0])}" if test else "")
        command = [self.tests, "--testing-library", "swift-testing", "--filter", name]
        environment = {"ORIEL_MUTANT": str(mutant), "NO_COLOR": "1", "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "8"}
        return self.run(command, limit, environment | ({"ORIEL_REACHED": reached} if reached else {}),
                        r"^✘ Test (.*?) recorded an issue|^[^◇✔]*(Fatal error.*)|(error: .*signal.*)")

    def script_tests(self, files, limit):
        return self.run(["node", "--test", "--test-reporter=tap", "--test-timeout=900000", *files], limit, {}, r"^\s*not ok \d+ - (.*)")

    def run(self, command, limit, environment, failure):
        """Runs tests up to the first failure. Returns the failure, such as a run longer than `limit` seconds, or `None`."""
        # The folder is outside the project, because a test expects no sources above its temporary folder.
        with tempfile.TemporaryDirectory(prefix="oriel-mutants-", ignore_cleanup_errors=True) as temporary:
            environment = os.environ | environment | {"TMPDIR": temporary}
            run = subprocess.Popen(command, cwd=self.folder, env=environment, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
            try:
                return _first_failure(run, time.monotonic() + limit, re.compile(failure))
            finally:
                _end_session(run.pid)
                run.wait()
                run.stdout.close()


def _first_failure(run, deadline, pattern):
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(run.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0, deadline - time.monotonic())):
                return "the time limit"
            data = os.read(run.stdout.fileno(), 65536)
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if found := pattern.search(line.decode(errors="replace")):
                    return next(group for group in found.groups() if group)
            if not data:
                return None if run.wait() == 0 else f"exit code {run.returncode}"


def _end_session(session):
    """Ends the processes that a run has left, in any process group."""
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                os.kill(int(entry.parent.name), signal.SIGKILL)
        except (OSError, ValueError, IndexError):
            continue
