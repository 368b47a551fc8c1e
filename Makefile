# A thin front for CMake. The targets set up a fresh Debian or Ubuntu machine by themselves (scripts/setup.sh).
# `make help` lists the targets; it prints the comments that begin with two signs.

WERROR ?= OFF
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD = build/release
ASAN = build/asan
DIST = build/dist
VENV = build/venv
VENV_SPARK3 = build/venv-spark3
QUIET = -- --no-print-directory -s
COMPILER = $(shell sed -n 's/^CMAKE_C_COMPILER:[^=]*=//p' $(BUILD)/CMakeCache.txt)

.PHONY: all help setup demo test test-all python wheel image test-python test-spark3 bench bench-cores bench-counts bench-since bench-retrieval bench-serve fuzz faults test-mpi test-page page-modules page-pictures coverage portability bench-peers peers install uninstall dist deb format clean

## all        build the program and the libraries: build/release/knap
all: setup
	@cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DKNAP_WERROR=$(WERROR) >build-release.log 2>&1 \
	    || { cat build-release.log; exit 1; }
	@rm -f build-release.log
	@cmake --build $(BUILD) -j $(JOBS) $(QUIET)

## help       show this list
help:
	@echo "Targets:"
	@sed -n 's/^## /  /p' Makefile
	@echo "Variables: PREFIX=$(PREFIX), DESTDIR=, JOBS=$(JOBS), WERROR=OFF|ON. Packages of other systems: docs/INSTALL.md."

setup:
	@sh scripts/setup.sh build $(SETUP)

## demo       summarize a sample and score it: with a program that is built for it, or with one at hand
demo:
	@sh scripts/demo.sh

## test       run the quick tests of the program and the library, in a few minutes
test: SETUP = test
test: all
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS) -LE slow
	@echo "Passed. 'make test-all' runs the rest: slow tests, sanitizers, fuzzing, MPI, Python and the page of the server."

## test-all   run every test: also slow ones, under AddressSanitizer and UBSan, with MPI, by fuzzing, of Python and of the page
test-all: test
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS) -L slow -E '^cli_mpi' # test-mpi runs these
	@cmake -S . -B $(ASAN) -DKNAP_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 \
	    -DKNAP_WERROR=$(WERROR) >build-asan.log 2>&1 || { cat build-asan.log; exit 1; }
	@rm -f build-asan.log
	@cmake --build $(ASAN) -j $(JOBS) $(QUIET)
	@cd $(ASAN) && ctest --output-on-failure -j $(JOBS)
	@$(MAKE) --no-print-directory test-mpi
	@$(MAKE) --no-print-directory fuzz SECONDS=3
	@$(MAKE) --no-print-directory test-python
	@$(MAKE) --no-print-directory test-page

## python     build the Python package and install it in build/venv
# The extension is linked to the objects of build/release, which are not compiled again.
python: SETUP = python
python: all
	@[ -x $(VENV)/bin/pip ] || python3 -m venv $(VENV)
	@$(VENV)/bin/pip install -q --disable-pip-version-check scikit-build-core
	@CMAKE_GENERATOR="Unix Makefiles" $(VENV)/bin/pip install -q --disable-pip-version-check --no-build-isolation --no-deps \
	    --force-reinstall -C build-dir=$(BUILD) -C cmake.define.KNAP_WERROR=$(WERROR) .

## wheel      make a wheel that needs no other package: build/wheel; scripts/check_wheel.sh tries it in a clean system
wheel: SETUP = python
wheel: all
	@[ -x $(VENV)/bin/pip ] || python3 -m venv $(VENV)
	@sh scripts/wheel.sh $(VENV) $(BUILD) build/wheel

## image      make an image of Docker with `knap serve`
image:
	@docker build -t knap:$$(cat VERSION) -f packaging/Dockerfile .

## test-python  test it with numpy, pandas, scikit-learn, LangChain, LlamaIndex, Spark and a notebook; needs Java
test-python: SETUP = python
test-python: python
	@$(VENV)/bin/pip install -q --disable-pip-version-check -r python/tests/requirements.txt
	@sh scripts/test_python.sh $(VENV)
	@sh scripts/test_python_asan.sh $(VENV) $(ASAN) $(WERROR)

## test-spark3  test knap.spark and its examples with PySpark 3.5 in a virtual environment of its own; needs Java and Python 3.8 to 3.11
test-spark3: SETUP = python
test-spark3: python
	@[ -x $(VENV_SPARK3)/bin/pip ] || python3 -m venv $(VENV_SPARK3)
	@$(VENV_SPARK3)/bin/pip install -q --disable-pip-version-check -r python/tests/requirements-spark3.txt
	@for site in $(VENV_SPARK3)/lib/python*/site-packages; do \
	    ln -sfn $(CURDIR)/$(VENV)/lib/$${site#$(VENV_SPARK3)/lib/}/knap $$site/knap; done
	@$(VENV_SPARK3)/bin/python -m pytest python/tests/test_spark.py python/tests/test_docs.py

## bench      measure the speed, and check the ratios that are promised
bench: SETUP = bench
bench: all
	@data=../shared/data/multiling2011/english; [ -d $$data ] || data=sample; status=0; \
	$(BUILD)/bench/knap-bench-engine || status=1; \
	$(BUILD)/bench/knap-bench-rouge || status=1; \
	$(BUILD)/bench/knap-bench-summarize $$data || status=1; \
	$(BUILD)/bench/knap-bench-systems || status=1; \
	mkdir -p build/bench; $(BUILD)/bench/knap-bench-paths growth build/bench || status=1; \
	echo "Instructions of the hot paths, and the change from bench/counts.tsv"; \
	sh bench/counts.sh $(BUILD)/bench/knap-bench-paths $(COMPILER) || [ $$? = 77 ] || status=1; \
	exit $$status

## bench-cores  measure every command with one thread and with two, on synthetic data; needs an idle machine and 15 minutes
bench-cores: SETUP = bench
bench-cores: all
	@sh bench/cores.sh $(BUILD) build/bench/cores

## bench-since  compare the speed and the output with those of the revision REV, in turn; DATA names a folder of clusters
DATA ?= $(firstword $(wildcard ../shared/data/multiling2011/english) sample)
bench-since: SETUP = bench
bench-since: all
	@[ -n "$(REV)" ] || { echo "name a revision: make bench-since REV=v0.2.0"; exit 2; }
	@rm -rf build/since/tree && mkdir -p build/since/tree && git archive $(REV) | tar -x -C build/since/tree
	@cmake -S build/since/tree -B build/since/build >build/since/log 2>&1 && cmake --build build/since/build -j $(JOBS) --target knap \
	    >>build/since/log 2>&1 || { tail -20 build/since/log; exit 1; }
	@python3 bench/since.py build/since/build/knap $(BUILD)/knap $(DATA) build/since/data

## bench-counts  write bench/counts.tsv: the instructions of the hot paths, which a test compares
bench-counts: SETUP = bench
bench-counts: all
	@sh bench/counts.sh $(BUILD)/bench/knap-bench-paths $(COMPILER) --refresh

## bench-serve load knap serve with wrk for SECONDS (60), also among hostile clients; compare it with knap summarize
bench-serve: SETUP = bench
bench-serve: all
	@data=../shared/data/multiling2011/english; [ -d $$data ] || data=sample; \
	python3 bench/serve.py $(BUILD)/knap $$data --seconds $(SECONDS)
	@KNAP=$(BUILD)/knap python3 bench/hostile.py $(SECONDS)

## fuzz       fuzz all targets of tests/fuzz for SECONDS each (60), or RUNS; FUZZ names some of them; MODE=FAST: no sanitizers
SECONDS ?= 60
MODE ?= ON
FUZZ_BUILD = build/fuzz$(if $(filter FAST,$(MODE)),-fast)
fuzz:
	@sh scripts/setup.sh test fuzz
	@cmake -S . -B $(FUZZ_BUILD) -DKNAP_FUZZ=$(MODE) -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
	    -DCMAKE_C_FLAGS_DEBUG=-O2 -DCMAKE_CXX_FLAGS_DEBUG=-O2 >build-fuzz.log 2>&1 || { cat build-fuzz.log; exit 1; }
	@rm -f build-fuzz.log
	@cmake --build $(FUZZ_BUILD) -j $(JOBS) --target fuzz $(QUIET)
	@PROGRAMS=$(FUZZ_BUILD)/tests/fuzz sh scripts/fuzz.sh --jobs $(JOBS) $(if $(RUNS),--runs $(RUNS),--seconds $(SECONDS)) $(FUZZ)

## faults     fail every allocation and system call of every command in turn, and kill them there
faults: SETUP = test
faults: all
	@python3 tests/faults/faults.py $(BUILD)/knap $(BUILD)/tests/libknap_faults.so --jobs $(JOBS)

## test-mpi   test mpirun with 4 processes
test-mpi: SETUP = test mpi
test-mpi: all
	@cd $(BUILD) && ctest --output-on-failure -R '^cli_mpi' | tee mpi.log; \
	grep -q '100% tests passed' mpi.log && ! grep -q Skipped mpi.log || { echo "test-mpi: a test failed or was left out" >&2; exit 1; }

## bench-retrieval  pack the questions over manuals by knap and its rivals; downloads packages of documentation
bench-retrieval: all
	@[ -d build/venv ] || python3 -m venv build/venv
	@build/venv/bin/pip install -q --disable-pip-version-check numpy scipy scikit-learn langchain-core langchain-community llama-index-core submodlib-py
	@build/venv/bin/python bench/retrieval.py $(BUILD)/knap build/sets --half report --trained
	@build/venv/bin/python bench/retrieval.py $(BUILD)/knap build/sets --half report --trained --once

## test-page  test the page of knap serve in Chromium, with axe-core; TEST names some of the tests
PAGE = build/page
TEST ?=
page-modules:
	@mkdir -p $(PAGE)
	@cmp -s tests/page/package.json $(PAGE)/package.json || { cp tests/page/package.json $(PAGE)/package.json.new && \
	    npm install --prefix $(PAGE) --no-audit --no-fund --no-save --no-package-lock --loglevel=error \
	        $$(sed -n 's/^ *"\([a-z-]*\)": "\([0-9.]*\)",\{0,1\}$$/\1@\2/p' tests/page/package.json) && \
	    mv $(PAGE)/package.json.new $(PAGE)/package.json; }
test-page: SETUP = page
test-page: all page-modules
	@KNAP=$(CURDIR)/$(BUILD)/knap PAGE_MODULES=$(CURDIR)/$(PAGE) node tests/page/run.mjs "$(TEST)"

## page-pictures  take the pictures of the page for docs/SERVER.md
page-pictures: SETUP = page
page-pictures: all page-modules
	@KNAP=$(CURDIR)/$(BUILD)/knap PAGE_MODULES=$(CURDIR)/$(PAGE) node tests/page/pictures.mjs docs

## bench-peers  measure knap beside other programs, in a virtual environment of Python; ROUGE=FOLDER names ROUGE-1.5.5
# A package that cannot be installed is named, and what needs it is skipped.
PEERS = vowpalwabbit sumy rouge-score apricot-select scikit-learn dppy numpy tiktoken
bench-peers: SETUP = bench
bench-peers: all
	@[ -d build/venv ] || python3 -m venv build/venv
	@for package in $(PEERS); do build/venv/bin/pip install -q $$package || echo "cannot install $$package for $$(python3 -V)"; done
	@ROUGE="$(ROUGE)" VOCABULARIES="$(VOCABULARIES)" build/venv/bin/python bench/peers.py $(BUILD) build/bench/peers

## coverage   measure which lines and branches the tests run; at least 92% and 80%
coverage:
	@sh scripts/setup.sh test coverage
	@sh scripts/coverage.sh $(JOBS)

## portability  compare with 32-bit and big-endian builds; run all commands under ThreadSanitizer and valgrind
portability: SETUP = test fuzz portability
portability: all
	@sh scripts/portability.sh $(PORTABILITY)

## peers      compare tokens with those of the original programs, in a virtual environment of Python
# VOCABULARIES names folders of vocabulary files to compare, besides those of tests/data/tokens. The version of
# sentencepiece is the one whose tokens knap gives.
peers: all
	@cmake --build $(BUILD) --target knap-ids -- --no-print-directory -s
	@[ -d build/venv ] || python3 -m venv build/venv
	@build/venv/bin/pip install -q tiktoken tokenizers sentencepiece==0.1.97
	@build/venv/bin/python tests/peers/tokens.py compare $(BUILD)/tests/knap-ids.so $(VOCABULARIES)

## install    install to PREFIX (/usr/local), below DESTDIR
install: all
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

## uninstall  remove what `make install` with the same PREFIX and DESTDIR installs
uninstall:
	@[ -x $(BUILD)/knap ] || $(MAKE) all
	@cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@sh scripts/uninstall.sh $(BUILD) $(PREFIX) "$(DESTDIR)"

## dist       pack the source: build/dist/knap-VERSION.tar.gz
dist:
	@sh scripts/dist.sh $(DIST)

## deb        make Debian packages from the source tarball, in build/dist, and check them with lintian
deb: dist
	@sh scripts/setup.sh package
	@sh scripts/deb.sh $(DIST)

## format     format the code with clang-format
format:
	@sh scripts/setup.sh format
	@clang-format -i $$(git ls-files '*.c' '*.h')

## clean      remove everything that was built
clean:
	@rm -rf build
