/* rouge/porter.h - the suffix stripper that ROUGE-1.5.5 uses. */
#ifndef KNAP_ROUGE_PORTER_H
#define KNAP_ROUGE_PORTER_H

#include <stddef.h>

/* Stems a lower-case ASCII word in place and returns its new length, which is never more than the old one. */
size_t kn_rouge_stem(char *word, size_t length);

#endif
