/* text/czech.h - a light stemmer for Czech. */
#pragma once

#include <stddef.h>

/* Returns how many bytes of a folded word are left without its case ending. */
size_t kn_czech_stem(const char *word, size_t length);
