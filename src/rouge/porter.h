/* rouge/porter.h - the suffix stripper that ROUGE-1.5.5 uses. */
#pragma once

#include <stddef.h>

/* Stems a lower-case ASCII word in place and returns its new length, which is never more than the old one. */
size_t kn_rouge_stem(char *word, size_t length);
