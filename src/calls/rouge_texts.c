/* rouge_texts.c - a summary and its references in, ROUGE-1, ROUGE-2 and ROUGE-L out. */
#include "calls/options.h"
#include "knap/calls.h"
#include "rouge/inner.h"

#include <string.h>

static const char TOPIC[] = "1";

/* Adds a text, as a reference or as the summary. */
static knap_status add(knap_rouge_set *set, const char *text, bool reference, knap_error *error)
{
    knap_rouge_segment *segment = NULL;
    size_t count = 0;
    knap_status status = knap_rouge_split(KNAP_ROUGE_SPL, text, strlen(text), NULL, &segment, &count, error);
    knap_rouge_text whole = {segment, count};
    if (!status)
        status = reference ? knap_rouge_set_add_reference(set, TOPIC, &whole, error)
                           : knap_rouge_set_add_peer(set, TOPIC, TOPIC, &whole, error);
    knap_rouge_segments_free(segment, count, NULL);
    return status;
}

static knap_status score(knap_rouge *rouge, knap_rouge_set *set, const char *language, knap_rouge_scores *scores,
                         knap_error *error)
{
    const knap_rouge_score *all;
    knap_status status = KNAP_OK;
    if (!language && knap_rouge_set_unseen(set) > 0.5)
        language = knap_rouge_set_guess(set);
    if (language)
        status = knap_rouge_set_language(rouge, language, error);
    if (!status)
        status = knap_rouge_set_evaluate(set, NULL, error);
    if (status)
        return status;
    all = knap_rouge_set_scores(set, 0, 0);
    *scores = (knap_rouge_scores){.rouge_1 = all[0], .rouge_2 = all[1], .rouge_l = all[2]};
    return KNAP_OK;
}

knap_status knap_rouge_texts(const char *summary, const char *const *reference, size_t count,
                             const knap_rouge_texts_options *options, knap_rouge_scores *scores, knap_error *error)
{
    knap_rouge_texts_options own;
    knap_rouge_options measured;
    knap_rouge *rouge = NULL;
    knap_rouge_set *set = NULL;
    knap_status status;
    KN_REQUIRE(scores);
    memset(scores, 0, sizeof *scores);
    KN_REQUIRE(summary);
    KN_REQUIRE(reference && count);
    for (size_t i = 0; i < count; i++)
        KN_REQUIRE(reference[i]);
    if ((status = kn_options(options, &own, sizeof own, error)))
        return status;
    knap_rouge_options_init(&measured);
    measured.ngrams = 2;
    measured.lcs = true;
    measured.weight = 0;
    measured.skip = KNAP_ROUGE_NO_SKIP;
    measured.samples = 1; /* of one summary there is no interval */
    measured.stem = own.stem;
    measured.bytes = own.bytes;
    measured.words = own.words;
    status = knap_rouge_new(&measured, NULL, &rouge, error);
    if (!status)
        status = knap_rouge_set_new(rouge, &set, error);
    for (size_t i = 0; !status && i < count; i++)
        status = add(set, reference[i], true, error);
    if (!status)
        status = add(set, summary, false, error);
    if (!status)
        status = score(rouge, set, own.language, scores, error);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
    return status;
}
