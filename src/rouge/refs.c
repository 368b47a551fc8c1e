/* refs.c - references, prepared once for any number of summaries. */
#include "rouge/score.h"

#include "base/error.h"

#include <math.h>

static bool count_words(knap_rouge_refs *refs)
{
    const knap_allocator *allocator = refs->rouge->allocator;
    size_t count = refs->count;
    refs->words = refs->vocabulary.count;
    if (refs->words > SIZE_MAX / (count ? count : 1))
        return false;
    refs->word = kn_new(allocator, refs->words * count, sizeof *refs->word);
    refs->word_but_last = kn_new(allocator, refs->words * count, sizeof *refs->word_but_last);
    if (!refs->word || !refs->word_but_last)
        return false;
    for (size_t r = 0; r < count; r++) {
        const kn_rouge_tokens *text = &refs->text[r];
        for (size_t i = 0; i < text->count; i++) {
            refs->word[text->token[i] * count + r]++;
            if (i + 1 < text->count)
                refs->word_but_last[text->token[i] * count + r]++;
        }
        refs->positions += text->segment_start[text->segments];
    }
    return true;
}

static bool count_grams(knap_rouge_refs *refs)
{
    size_t longest = refs->rouge->options.ngrams;
    for (size_t r = 0; r < refs->count; r++) {
        const kn_rouge_tokens *text = &refs->text[r];
        for (size_t i = 0; i < text->count; i++) {
            uint32_t gram = text->token[i];
            for (size_t n = 2; n <= longest && i + n <= text->count; n++) {
                gram = kn_grams_add(&refs->gram[n], gram, text->token[i + n - 1], r);
                if (gram == KN_NO_GRAM)
                    return false;
            }
        }
    }
    return true;
}

static bool count_skip_bigrams(knap_rouge_refs *refs)
{
    const knap_rouge_options *options = &refs->rouge->options;
    for (size_t r = 0; r < refs->count; r++) {
        const kn_rouge_tokens *text = &refs->text[r];
        for (size_t i = 0; i < text->count; i++) {
            size_t end = options->any_gap || options->gap >= text->count - i ? text->count : i + options->gap + 2;
            for (size_t j = i + 1; j < end && j < text->count; j++)
                if (kn_grams_add(&refs->skip, text->token[i], text->token[j], r) == KN_NO_GRAM)
                    return false;
        }
    }
    return true;
}

static bool tabulate_weights(knap_rouge_refs *refs)
{
    size_t longest = 0;
    for (size_t r = 0; r < refs->count; r++)
        for (size_t s = 0; s < refs->text[r].segments; s++) {
            size_t length = refs->text[r].segment_start[s + 1] - refs->text[r].segment_start[s];
            longest = length > longest ? length : longest;
        }
    refs->weights = longest + 2;
    refs->weight = kn_new(refs->rouge->allocator, refs->weights, sizeof *refs->weight);
    if (!refs->weight)
        return false;
    for (size_t k = 0; k < refs->weights; k++)
        refs->weight[k] = pow((double)k, refs->rouge->options.weight);
    return true;
}

static knap_status prepare(knap_rouge_refs *refs, const knap_rouge_text *reference, knap_error *error)
{
    const knap_rouge *rouge = refs->rouge;
    knap_status status;
    refs->text = kn_new(rouge->allocator, refs->count, sizeof *refs->text);
    if (!refs->text || !kn_grams_begin(&refs->skip, rouge->allocator, refs->count))
        return kn_no_memory(error);
    for (size_t n = 2; n <= rouge->options.ngrams; n++)
        if (!kn_grams_begin(&refs->gram[n], rouge->allocator, refs->count))
            return kn_no_memory(error);
    for (size_t r = 0; r < refs->count; r++) {
        status = kn_rouge_tokenize(rouge, &reference[r], &refs->vocabulary, true, &refs->text[r], error);
        if (status)
            return status;
    }
    if (!count_words(refs) || !count_grams(refs))
        return kn_no_memory(error);
    if (rouge->options.skip != KNAP_ROUGE_NO_SKIP && !count_skip_bigrams(refs))
        return kn_no_memory(error);
    if (rouge->options.weight > 0 && !tabulate_weights(refs))
        return kn_no_memory(error);
    return KNAP_OK;
}

knap_status knap_rouge_refs_new(const knap_rouge *rouge, const knap_rouge_text *reference, size_t count,
                                knap_rouge_refs **refs, knap_error *error)
{
    KN_REQUIRE(refs);
    *refs = NULL;
    KN_REQUIRE(rouge);
    if (count)
        KN_REQUIRE(reference);
    for (size_t i = 0; i < count; i++)
        if (kn_rouge_check_text(&reference[i], error))
            return KNAP_USAGE;
    knap_status status;
    knap_rouge_refs *made = kn_new(rouge->allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->rouge = rouge;
    made->count = count;
    kn_symbols_begin(&made->vocabulary, rouge->allocator);
    status = prepare(made, reference, error);
    if (!status)
        *refs = made;
    else
        knap_rouge_refs_free(made);
    return status;
}

void knap_rouge_refs_free(knap_rouge_refs *refs)
{
    const knap_allocator *allocator;
    if (!refs)
        return;
    allocator = refs->rouge->allocator;
    for (size_t r = 0; refs->text && r < refs->count; r++)
        kn_rouge_tokens_free(&refs->text[r]);
    kn_free(allocator, refs->text, refs->count, sizeof *refs->text);
    kn_free(allocator, refs->word, refs->words * refs->count, sizeof *refs->word);
    kn_free(allocator, refs->word_but_last, refs->words * refs->count, sizeof *refs->word_but_last);
    for (size_t n = 2; n <= KN_ROUGE_MAX_N; n++)
        kn_grams_free(&refs->gram[n]);
    kn_grams_free(&refs->skip);
    kn_free(allocator, refs->weight, refs->weights, sizeof *refs->weight);
    kn_symbols_free(&refs->vocabulary);
    kn_free(allocator, refs, 1, sizeof *refs);
}
