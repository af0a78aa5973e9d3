# make            runs every check: format, build without warnings, layers, all tests
# make run        builds in release mode and serves the demo at http://127.0.0.1:8080
# make workbench  builds the example app in release mode and serves it at http://127.0.0.1:8080
# make example    builds in release mode and serves the screens of Examples/scenes/NAME (desk, floor, shop)
# make test       runs every test (Swift, JavaScript, browser), and builds the benchmarks and the reference
# make docs       builds the reference of the Swift API, and fails if a public symbol has no docstring
# make fuzz       gives every parser random input, and serves damaged databases, for TIME seconds (600);
#                 SANITIZE=address also finds memory errors
# make bench      measures the release build and its peers (docs/benchmarks.md)
# make attack     sends expensive requests to the release build, and measures how long other clients wait
# make nodes      lets nodes and servers of PostgreSQL fail behind nginx, and checks what viewers and writers see
# make crashes    kills the release build again and again while viewers write, and checks that nothing is lost or doubled
# make jobs       kills nodes of an app while they run jobs, and checks that each job has its effect once
# make deb        builds the Debian package in dist/
# make test-deb   builds the package, and tests it in a Debian 12 of its own (root, debootstrap)
# make mutate     makes COUNT (20) small faulty changes, one at a time, and prints those that no test detects
# make format     formats the Swift files in place
# make clean      removes build products; databases in data/ stay
#
# Each of the first fifteen first installs what it needs (scripts/setup).

.DEFAULT_GOAL := check
.NOTPARALLEL:
.PHONY: check lint build measures layers run workbench example release test docs fuzz bench mutate attack nodes crashes jobs \
  deb test-deb format clean setup-run setup-test setup-bench setup-mutate setup-package
MAKEFLAGS += --no-print-directory

RELEASE := .build-release
PROGRAM := $(RELEASE)/release/oriel
SWIFT_CODE := Sources Tests Fuzz Examples Benchmarks Package.swift

# SwiftPM suppresses warnings of dependencies, so these flags apply to the project's targets only.
STRICT := --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors

# Tests that wait have a deadline. If all ran at once, two cores would miss it.
WIDTH := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8

# `make test QUIET=` prints the name of every Swift test.
QUIET := --quiet

check: setup-test lint build layers test

run: setup-run release
	@exec $(PROGRAM) serve --demo

workbench: setup-run
	@$(MAKE) $(RELEASE)/release/Workbench
	@exec $(RELEASE)/release/Workbench

# The database of an example is made anew in data/.
NAME := desk
example: setup-test release
	@mkdir -p data && rm -f data/$(NAME).sqlite*
	@sqlite3 data/$(NAME).sqlite < Examples/scenes/$(NAME)/$(NAME).sql
	@exec $(PROGRAM) serve data/$(NAME).sqlite --wal --scenes Examples/scenes/$(NAME)/scenes

test: setup-test build measures docs
	@$(WIDTH) scripts/within 40 scripts/test swift $(QUIET) --skip-build --disable-xctest $(STRICT)
	@$(MAKE) release $(RELEASE)/release/Workbench
	@ORIEL_BINARY=$(PROGRAM) ORIEL_WORKBENCH=$(RELEASE)/release/Workbench \
	  scripts/within 90 scripts/test public Tests/PublicTests/*.test.mjs

docs: setup-test
	@swift build --target Oriel $(STRICT)
	@swift build --target OrielTesting $(STRICT)
	@scripts/reference .build-docs

TIME := 600
SANITIZE :=
FUZZED := $(if $(SANITIZE),--sanitize=$(SANITIZE) --scratch-path .build-$(SANITIZE))
fuzz: setup-test
	@swift build --build-tests $(FUZZED) $(STRICT)
	@ORIEL_FUZZ_SECONDS=$(TIME) ASAN_OPTIONS=detect_leaks=0 scripts/within 180 swift test $(FUZZED) --skip-build --disable-xctest $(STRICT) \
		--filter FuzzTests

bench: setup-bench release
	@Benchmarks/build
	@Benchmarks/run $(PROGRAM)

attack: setup-bench release
	@Benchmarks/attacks $(PROGRAM)

# VIEWERS and SECONDS are options (Benchmarks/postgres/nodes.mjs).
nodes: setup-bench release
	@node --experimental-websocket --no-warnings Benchmarks/postgres/nodes.mjs $(PROGRAM)

# SEED, VIEWERS and KILLS are options (Benchmarks/crashes.mjs).
crashes: setup-test release $(RELEASE)/release/Workbench
	@node Benchmarks/crashes.mjs $(PROGRAM) $(RELEASE)/release/Workbench

# SEED, NODES, JOBS and SECONDS are options (Benchmarks/jobs.mjs).
jobs: setup-bench $(RELEASE)/release/Workbench
	@node Benchmarks/jobs.mjs $(RELEASE)/release/Workbench

# REVISION and SOURCE_DATE_EPOCH are options (scripts/deb).
deb: setup-package
	@scripts/deb dist

test-deb: setup-package
	@package=$$(scripts/deb dist) && scripts/within 60 scripts/test-deb "$$package"

# SEED, FILES, PATCHES and BROWSER are options, too. scripts/mutate describes them.
COUNT := 20
mutate: setup-mutate
	@COUNT=$(COUNT) scripts/mutate

lint:
	@swift format lint --strict --parallel --recursive $(SWIFT_CODE)

build:
	@swift build --build-tests $(STRICT)

# Builds the benchmarks, so that they keep compiling.
measures:
	@swift build --package-path Benchmarks --scratch-path .build-benchmarks $(STRICT)

layers:
	@scripts/check-layers

release:
	@scripts/release $(RELEASE) oriel

# The browser tests run optimized programs, as users do.
.PHONY: $(RELEASE)/release/Workbench
$(RELEASE)/release/Workbench:
	@scripts/release $(RELEASE) Workbench

format:
	@swift format --in-place --parallel --recursive $(SWIFT_CODE)

clean:
	@rm -rf .build $(RELEASE) .build-static dist .build-benchmarks .build-swiftpeer .build-mutants Benchmarks/.build

setup-run setup-test setup-bench setup-mutate setup-package: setup-%:
	@scripts/setup $*
