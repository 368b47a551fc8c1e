/* base/library.h - functions of libraries that are loaded when they are first needed, because to load them with the program
 * would take longer than most runs do.
 *
 *     #define FUNCTIONS(X) X(poppler_page_get_text) X(...)
 *     typedef struct poppler { FUNCTIONS(KN_FUNCTION_FIELD) } poppler;
 *     static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define KN_FUNCTION_FIELD(name) __typeof__(name) *name;
#define KN_FUNCTION_NAME(name) KN_FUNCTION_TEXT(name) /* ICU's names are macros: expanded first */
#define KN_FUNCTION_TEXT(name) #name,

/* Fills `functions`, a struct of function pointers in the order of `names`, from the library `file`, which stays loaded. False
 * if it is not there, or if it has not all of the functions; *missing then is the first one that it does not have, or NULL. */
bool kn_load_functions(const char *file, const char *const *names, size_t count, void *functions, const char **missing);
