/* rouge.c - the inputs of ROUGE: texts in its four formats, its XML configuration, lists of files, JSONL.
 *
 * Input: a byte for the kind, two bytes of options, then the file; for texts, a 0xFF byte ends the references. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
    return 0;
}

static void check_score(const knap_rouge_score *score)
{
    CHECK(score->recall >= 0 && score->recall <= 1 && score->precision >= 0 && score->precision <= 1);
    CHECK(score->f >= 0 && score->f <= 1 && score->hits >= 0);
    CHECK(score->hits <= score->reference_count + 1e-9 && score->hits <= score->peer_count + 1e-9);
}

static knap_rouge *scorer_of(const uint8_t *option)
{
    static const char *const codes[] = {"en", "und", "zh", "ar", "th"};
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_options_init(&options);
    options.ngrams = 1 + option[0] % 9;
    options.lcs = option[0] & 16;
    options.weight = option[0] & 32 ? 1.2 : 0;
    options.skip = option[0] >> 6;
    options.gap = option[1] % 5;
    options.any_gap = option[1] & 8;
    options.stem = option[1] & 16;
    options.bytes = option[1] & 32 ? 40 : 0;
    options.words = option[1] >> 5 == 2 ? 10 : 0;
    options.formula = option[1] >> 7;
    options.samples = 20;
    CHECK(!knap_rouge_new(&options, NULL, &rouge, NULL));
    if (option[1] % 11 == 10)
        CHECK(!knap_rouge_set_language(rouge, codes[option[0] % 5], NULL));
    return rouge;
}

/* One reference and one summary; a summary that is the reference has every measure 1 where it has anything to count. */
static void score_texts(const knap_rouge *rouge, knap_rouge_format format, const char *bytes, size_t length)
{
    const char *end = memchr(bytes, 0xFF, length);
    size_t first = end ? (size_t)(end - bytes) : length, count[2], measures = knap_rouge_measure_count(rouge);
    knap_rouge_segment *segment[2];
    knap_rouge_text text[2];
    knap_rouge_refs *refs;
    knap_rouge_score score[32];
    knap_error error = {0};
    CHECK(measures <= 32);
    CHECK(!knap_rouge_split(format, bytes, first, NULL, &segment[0], &count[0], &error));
    CHECK(!knap_rouge_split(format, end ? end + 1 : "", end ? length - first - 1 : 0, NULL, &segment[1], &count[1],
                            &error));
    for (int i = 0; i < 2; i++) {
        text[i] = (knap_rouge_text){segment[i], count[i]};
        for (size_t j = 0; j < count[i]; j++)
            CHECK(segment[i][j].bytes >= bytes && segment[i][j].bytes + segment[i][j].length <= bytes + length);
    }
    CHECK(!knap_rouge_refs_new(rouge, &text[0], 1, &refs, &error));
    CHECK(!knap_rouge_refs_score(refs, &text[1], score, &error));
    for (size_t i = 0; i < measures; i++)
        check_score(&score[i]);
    CHECK(!knap_rouge_refs_score(refs, &text[0], score, &error));
    for (size_t i = 0; i < measures; i++) {
        check_score(&score[i]);
        if (strncmp(knap_rouge_measure_name(rouge, i), "ROUGE-L", 7) != 0 &&
            strncmp(knap_rouge_measure_name(rouge, i), "ROUGE-W", 7) != 0)
            CHECK(score[i].reference_count == 0 || (score[i].recall == 1 && score[i].precision == 1));
    }
    knap_rouge_refs_free(refs);
    knap_rouge_segments_free(segment[0], count[0], NULL);
    knap_rouge_segments_free(segment[1], count[1], NULL);
}

static void evaluate(knap_rouge_set *set)
{
    knap_error error = {0};
    knap_status status = knap_rouge_set_evaluate(set, NULL, &error);
    CHECK_ERROR(status, &error);
    size_t measures = knap_rouge_measure_count(knap_rouge_set_scorer(set));
    for (size_t i = 0; !status && i < knap_rouge_set_system_count(set); i++) {
        CHECK(knap_rouge_set_find_system(set, knap_rouge_set_system(set, i)) == i);
        for (size_t j = 0; j < knap_rouge_set_count(set, i); j++)
            for (size_t k = 0; k < measures; k++)
                check_score(&knap_rouge_set_scores(set, i, j)[k]);
        for (size_t k = 0; k < measures; k++)
            for (int part = 0; part < 3; part++) {
                double mean = knap_rouge_set_average(set, i, k)->mean[part];
                CHECK(isnan(mean) || (mean >= 0 && mean <= 1));
            }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    knap_error error = {0};
    knap_rouge *rouge;
    if (length < 3 || length > 1 << 13)
        return 0;
    rouge = scorer_of(bytes + 1);
    if (bytes[0] % 8 < 4) {
        score_texts(rouge, (knap_rouge_format)(bytes[0] % 4), (const char *)bytes + 3, length - 3);
    } else {
        const char *path = fuzz_file(0, bytes + 3, length - 3);
        knap_rouge_set *set;
        knap_status status;
        CHECK(!knap_rouge_set_new(rouge, &set, &error));
        if (bytes[0] % 8 == 4)
            status = knap_rouge_read_config(set, path, NULL, &error);
        else if (bytes[0] % 8 == 5)
            status = knap_rouge_read_list(set, path, "s", KNAP_ROUGE_SPL, &error);
        else if (bytes[0] % 8 == 6)
            status = knap_rouge_add_exceptions(rouge, path, &error);
        else
            status = knap_rouge_read_jsonl(set, path, &error);
        CHECK_ERROR(status, &error);
        if (!status)
            evaluate(set);
        knap_rouge_set_free(set);
    }
    knap_rouge_free(rouge);
    return 0;
}
