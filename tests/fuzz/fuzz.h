/* fuzz.h - what the fuzz targets share.
 *
 *     bytes of the fuzzer -> input of a call -> call -> CHECKs of what the call promises
 *
 * A target is one file with LLVMFuzzerTestOneInput. With clang it is linked with libFuzzer. With another compiler it is linked
 * with replay.c, which runs it on the committed inputs. */
#pragma once

#include "inner.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reports a promise that was not kept, and aborts. */
#define CHECK(condition) ((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_failed(const char *condition, const char *file, int line);

/* A call either succeeds or explains what is wrong. */
#define CHECK_ERROR(status, error) CHECK(!(status) || (error)->message[0])

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
int LLVMFuzzerInitialize(int *count, char ***argument);

/* Bytes that decide what a structure-aware target makes; 0 once they are used up. */
typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;
uint8_t fuzz_byte(fuzz_bytes *bytes);
/* A number from 0 to bound - 1; 0 for bound 0. */
size_t fuzz_below(fuzz_bytes *bytes, size_t bound);

/* Whether an input is one of those, one of `share`, that take an expensive part. A sum of all bytes decides, so that an input that
 * fails fails again, and that the mutations of such an input are mostly not such inputs. */
bool fuzz_is_chosen(const uint8_t *bytes, size_t length, unsigned share);

/* The path of a file with these bytes. There is one file per slot, 0 or 1; the next call for the slot replaces it. */
const char *fuzz_file(int slot, const void *bytes, size_t length);
/* The path of a file that does not exist, in a folder that is removed at the end. */
const char *fuzz_new_path(void);
/* The bytes of a file, with a 0 behind them, for free(). */
char *fuzz_read(const char *path, size_t *length);

/* What every list must be: no item twice, within the budget, pinned items in it, banned ones not, one of each group of
 * alternatives, no more of a group than the limit; a reward from 0 to 1 and at most the upper bound. */
void fuzz_check_list(const knap_instance *instance, const knap_list *list);
/* Packs every instance with the system of that number, modulo the number of systems, and checks the lists. Systems that are trained
 * and instances of more than `most` items are left out. */
void fuzz_pack(const knap_data *data, size_t system, size_t most);
