/* http_mutate.h - what the mutator of requests needs to know. */
#ifndef KNAP_TESTS_FUZZ_HTTP_MUTATE_H
#define KNAP_TESTS_FUZZ_HTTP_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer calls it instead of its own mutator. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
