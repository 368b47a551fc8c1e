/* rouge/bootstrap.h - a system's average and its interval, as ROUGE-1.5.5 resamples them. */
#pragma once

#include "rouge/scorer.h"

/* Fills average[measures] from score[count][measures], the system's summaries in string order of their names, with at most `jobs`
 * threads. False when memory is out, or the work was cancelled. */
bool kn_rouge_bootstrap(const knap_rouge *rouge, const knap_rouge_score *const *score, size_t count, size_t jobs,
                        knap_rouge_average *average);
