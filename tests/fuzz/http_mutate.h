/* http_mutate.h - what the mutator of requests needs to know. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* libFuzzer calls it instead of its own mutator. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
