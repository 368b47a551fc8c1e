# A thin front for CMake. `make demo` and `make test` set up a fresh Debian or Ubuntu machine by themselves.

WERROR ?= OFF
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD = build/release
ASAN = build/asan

.PHONY: all demo test bench peers install setup format clean

all: setup
	@cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DKNAP_WERROR=$(WERROR) >build-release.log 2>&1 \
	    || { cat build-release.log; exit 1; }
	@rm -f build-release.log
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory -s

setup:
	@sh scripts/setup.sh

demo: all
	@sh scripts/demo.sh $(BUILD)/knap

# Every test twice: as built for use, and under AddressSanitizer and UBSan.
test: all
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS)
	@cmake -S . -B $(ASAN) -DKNAP_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 \
	    -DKNAP_WERROR=$(WERROR) >build-asan.log 2>&1 || { cat build-asan.log; exit 1; }
	@rm -f build-asan.log
	@cmake --build $(ASAN) -j $(JOBS) -- --no-print-directory -s
	@cd $(ASAN) && ctest --output-on-failure -j $(JOBS)

bench: all
	@data=../shared/data/multiling2011/english; [ -d $$data ] || data=sample; status=0; \
	$(BUILD)/bench/knap-bench-engine || status=1; \
	$(BUILD)/bench/knap-bench-rouge || status=1; \
	$(BUILD)/bench/knap-bench-summarize $$data || status=1; \
	$(BUILD)/bench/knap-bench-systems || status=1; \
	exit $$status

# Compares tokens with those of the original programs, in a virtual environment of Python. VOCABULARIES names folders of
# vocabulary files to compare, besides those of tests/data/tokens. The version of sentencepiece is that of Debian's library.
peers: all
	@[ -d build/venv ] || python3 -m venv build/venv
	@build/venv/bin/pip install -q tiktoken tokenizers sentencepiece==0.1.97
	@build/venv/bin/python tests/peers/tokens.py compare $(BUILD)/libknap.so $(VOCABULARIES)

install: all
	@cmake --install $(BUILD)

format: setup
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build
