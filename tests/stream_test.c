/* stream_test.c - one stream of words: ROUGE's words and document frequencies are views of it, equal to what reading the text
 * for each of them gives. */
#include "check.h"
#include "idf.h"

#include "inner.h"
#include "summarize/story_read.h"
#include "summarize/tokens.h"
#include "text/utf8.h"

/* ---- ROUGE's words ---- */

/* Stems one after the other, each ended by a space. */
typedef struct stems {
    char text[1 << 16];
    size_t length;
} stems;

static int append(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    stems *to = sink;
    (void)word;
    (void)word_length;
    assert_true(to->length + stem_length + 1 < sizeof to->text);
    memcpy(to->text + to->length, stem, stem_length);
    to->length += stem_length;
    to->text[to->length++] = ' ';
    to->text[to->length] = 0;
    return 0;
}

/* The words that ROUGE finds in the text are those that it finds in the words of the stream, one after the other. */
static void check_pieces(const kn_tools *tools, const char *text, size_t length)
{
    static stems whole, pieces;
    kn_word_stream stream;
    whole.length = pieces.length = 0;
    whole.text[0] = pieces.text[0] = 0;
    kn_stream_begin(&stream, NULL, NULL);
    assert_ok(kn_stream_read(&stream, tools->language, text, length, error));
    assert_int_equal(knap_rouge_tokens(tools->rouge, text, length, append, &whole), 0);
    for (size_t i = 0; i < stream.count; i++) {
        const kn_word *word = &stream.word[i];
        assert_true(word->begin < word->end && word->end <= length);
        assert_true(i == 0 || stream.word[i - 1].end <= word->begin);
        assert_int_equal(knap_rouge_tokens(tools->rouge, text + word->begin, word->end - word->begin, append, &pieces),
                         0);
    }
    assert_string_equal(pieces.text, whole.text);
    kn_stream_free(&stream);
}

static size_t random_text(knap_rng *rng, char *text, size_t size)
{
    static const int32_t codes[] = {'a',    'b',    'Z',    '0',    '9',    ' ',   ' ',     '.',     ',',   '\'',
                                    '_',    '-',    ':',    '/',    '\n',   '"',   '$',     '%',     0x301, 0xE9,
                                    0x2019, 0x3B1,  0x5D0,  0x628,  0x915,  0x94D, 0x200D,  0x200B,  0xBD,  0xFB01,
                                    0x2460, 0xFF11, 0xFF21, 0x30A2, 0x4E2D, 0xE01, 0x1F3FD, 0x1F1E6, 0xAD,  0x2028};
    size_t length = 0;
    while (length + 8 < size)
        length += kn_utf8_write(codes[knap_rng_below(rng, sizeof codes / sizeof *codes)], text + length);
    return length;
}

static void rouge_words_are_pieces_of_the_stream(void **state)
{
    knap_text_settings settings;
    kn_tools tools;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    knap_text_settings_init(&settings);
    for (int stem = 0; stem < 2; stem++) {
        settings.stem = stem;
        assert_ok(kn_tools_open(&tools, "en", &settings, NULL, NULL, error));
        assert_true(tools.pieces);
        for (int i = 0; i < 3000; i++) {
            char text[200];
            check_pieces(&tools, text, random_text(&rng, text, 20 + knap_rng_below(&rng, 180)));
        }
        kn_tools_close(&tools);
    }
}

/* ---- Words ---- */

/* What the stream has of a text is what each of its words gives alone, folded and looked up anew. */
typedef struct comparison {
    const kn_word_stream *stream;
    size_t at; /* the next word of the stream */
} comparison;

static bool is_named(const kn_name_list *table, uint32_t symbol, const char *name, size_t length)
{
    return symbol < table->count && table->length[symbol] == length && memcmp(table->name[symbol], name, length) == 0;
}

static int compare_word(void *context, const knap_word *word)
{
    comparison *self = context;
    const kn_word *kept;
    assert_true(self->at < self->stream->count);
    kept = &self->stream->word[self->at++];
    assert_int_equal(kept->begin, word->begin);
    assert_int_equal(kept->end, word->end);
    assert_int_equal(kept->flags, word->flags);
    assert_true(is_named(&self->stream->form, kept->form, word->folded, word->folded_length));
    /* a form keeps its first stem, so one that was seen in another language may have another */
    if (kn_stream_vocabulary((kn_word_stream *)self->stream)->shelves == 1)
        assert_true(is_named(&self->stream->stem, kept->stem, word->stem, word->stem_length));
    return 0;
}

static void words_are_as_if_each_were_looked_up(void **state)
{
    static const char *const codes[] = {"en", "fr", "tr", "th"};
    static const char *const words[] = {"The ",
                                        "the ",
                                        "THE ",
                                        "Istanbul ",
                                        "l'art ",
                                        "L\xe2\x80\x99"
                                        "art ",
                                        "3.5 ",
                                        "3rd ",
                                        "will ",
                                        "Will, ",
                                        "caf\xc3\xa9 ",
                                        "CAFE\xcc\x81 ",
                                        "\xcc\x81 ",
                                        "U.S. ",
                                        "he ",
                                        "a_b ",
                                        "\xc4\xb0i ",
                                        "\xe0\xb8\x81\xe0\xb8\xb2\xe0\xb8\xa3 ",
                                        "running "};
    knap_language *language[4];
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (size_t i = 0; i < 4; i++)
        assert_ok(knap_language_open(codes[i], NULL, &language[i], error));
    for (int round = 0; round < 300; round++) {
        size_t most = round % 2 ? 4 : 1, first = knap_rng_below(&rng, 4);
        kn_word_stream stream;
        kn_stream_begin(&stream, NULL, NULL);
        for (int text = 0; text < 6; text++) {
            knap_language *use = language[(first + knap_rng_below(&rng, most)) % 4];
            comparison self = {.stream = &stream, .at = stream.count};
            char bytes[400] = "";
            for (size_t i = 0; i < 12; i++)
                strcat(bytes, words[knap_rng_below(&rng, sizeof words / sizeof *words)]);
            assert_ok(kn_stream_read(&stream, use, bytes, strlen(bytes), error));
            assert_ok(knap_language_words(use, bytes, strlen(bytes), 0, compare_word, &self, error));
            assert_int_equal(self.at, stream.count);
        }
        kn_stream_free(&stream);
    }
    for (size_t i = 0; i < 4; i++)
        knap_language_close(language[i]);
}

/* ---- Counts ---- */

/* Rows of counts and pairs of words against an array that has them all. */
static void counts_are_sorted_and_bigrams_numbered(void **state)
{
    enum { ROWS = 40, IDS = 50 };
    double times[ROWS][IDS] = {{0}};
    kn_counts counts = {.rows = 0}, sorted;
    kn_bigrams bigrams;
    kn_arena arena = {.allocator = NULL};
    uint32_t number[IDS][IDS] = {{0}};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 9);
    kn_bigrams_begin(&bigrams, NULL);
    for (size_t row = 0; row < ROWS; row++) {
        uint32_t last = 0;
        assert_true(kn_counts_begin(&counts, NULL));
        for (size_t i = knap_rng_below(&rng, 60); i > 0; i--) {
            uint32_t id = (uint32_t)knap_rng_below(&rng, IDS), pair;
            times[row][id]++;
            assert_true(kn_counts_add(&counts, id, NULL));
            pair = kn_bigrams_add(&bigrams, last, id);
            number[last][id] = number[last][id] ? number[last][id] : (uint32_t)bigrams.numbers.count;
            assert_int_equal(pair + 1, number[last][id]);
            assert_true(bigrams.word[pair][0] == last && bigrams.word[pair][1] == id);
            last = id;
        }
        assert_true(kn_counts_end(&counts, NULL));
    }
    assert_true(kn_counts_sort(&counts, IDS, &arena, &sorted));
    assert_int_equal(sorted.rows, ROWS);
    for (size_t row = 0, at = 0; row < ROWS; row++) {
        assert_int_equal(sorted.start[row], at);
        for (uint32_t id = 0; id < IDS; id++)
            if (times[row][id] > 0) {
                assert_int_equal(sorted.id[at], id);
                assert_true(sorted.count[at++] == times[row][id]);
            }
        assert_int_equal(sorted.start[row + 1], at);
    }
    kn_arena_free(&arena);
    kn_bigrams_free(&bigrams);
    kn_counts_free(&counts, NULL);
}

/* ---- Stories ---- */

typedef struct sample {
    knap_corpus *corpus;
    kn_tools tools;
    knap_text_settings settings;
} sample;

static void open_sample(sample *self, const char *path)
{
    knap_text_settings_init(&self->settings);
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &self->corpus, error));
    assert_ok(kn_tools_open(&self->tools, "en", &self->settings, NULL, NULL, error));
}

static void close_sample(sample *self)
{
    kn_tools_close(&self->tools);
    knap_corpus_close(self->corpus);
}

/* Counts and tokens of every line are those of ROUGE on its text. */
static void lines_are_counted_as_rouge_does(void **state)
{
    static stems whole, tokens;
    sample self;
    (void)state;
    kn_vocabulary vocabulary;
    open_sample(&self, "sample");
    kn_vocabulary_begin(&vocabulary, NULL);
    for (size_t k = 0; k < knap_corpus_clusters(self.corpus); k++) {
        kn_story story = {.allocator = NULL};
        assert_ok(kn_story_read(&story, knap_corpus_cluster(self.corpus, k), &self.tools, NULL, &self.settings,
                                k % 2 == 0, k % 3 ? &vocabulary : NULL, error));
        assert_true(story.lines > 10);
        for (size_t i = 0; i < story.lines; i++) {
            double total = 0;
            whole.length = tokens.length = 0;
            assert_int_equal(
                knap_rouge_tokens(self.tools.rouge, story.line[i].text, story.line[i].length, append, &whole), 0);
            for (size_t t = story.tokens.start[i]; t < story.tokens.start[i + 1]; t++)
                append(&tokens, NULL, 0, story.word.name[story.tokens.id[t]], story.word.length[story.tokens.id[t]]);
            assert_string_equal(tokens.text, whole.text);
            for (size_t c = story.counts.start[i]; c < story.counts.start[i + 1]; c++)
                total += story.counts.count[c];
            assert_true(total == (double)(story.tokens.start[i + 1] - story.tokens.start[i]));
        }
        kn_story_free(&story);
    }
    kn_vocabulary_free(&vocabulary);
    close_sample(&self);
}

static void assert_same_names(const kn_name_list *a, const kn_name_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(is_named(a, (uint32_t)i, b->name[i], b->length[i]));
}

static void assert_same_stories(const kn_story *a, const kn_story *b)
{
    assert_int_equal(a->stream.count, b->stream.count);
    for (size_t i = 0; i < a->stream.count; i++) {
        const kn_word *x = &a->stream.word[i], *y = &b->stream.word[i];
        assert_true(x->begin == y->begin && x->end == y->end && x->form == y->form && x->stem == y->stem &&
                    x->flags == y->flags);
    }
    assert_same_names(&a->stream.form, &b->stream.form);
    assert_same_names(&a->stream.stem, &b->stream.stem);
    assert_same_names(&a->word, &b->word);
    assert_memory_equal(a->stop, b->stop, a->word.count);
    assert_int_equal(a->tokens.count, b->tokens.count);
    assert_memory_equal(a->tokens.id, b->tokens.id, a->tokens.count * sizeof *a->tokens.id);
    assert_memory_equal(a->tokens.flags, b->tokens.flags, a->tokens.count);
}

/* A story does not depend on the stories that were read before it, in whatever language each document is, with stems or without. */
static void stories_that_share_words_are_as_if_read_alone(void **state)
{
    static const char *const codes[] = {"en", "fr", "de"};
    knap_text_settings settings;
    (void)state;
    knap_text_settings_init(&settings);
    for (int stem = 0; stem < 2; stem++) {
        kn_tools tools[3];
        kn_vocabulary vocabulary;
        sample self;
        settings.stem = stem;
        open_sample(&self, "sample");
        kn_vocabulary_begin(&vocabulary, NULL);
        for (size_t i = 0; i < 3; i++)
            assert_ok(kn_tools_open(&tools[i], codes[i], &settings, NULL, NULL, error));
        for (size_t k = 0; k < 3 * knap_corpus_clusters(self.corpus); k++) {
            const knap_cluster *cluster = knap_corpus_cluster(self.corpus, k % knap_corpus_clusters(self.corpus));
            kn_story alone = {.allocator = NULL}, shared = {.allocator = NULL};
            knap_language *language[64];
            assert_true(cluster->documents <= 64);
            for (size_t d = 0; d < cluster->documents; d++)
                language[d] = tools[(k + d * (k % 4)) % 3].language;
            assert_ok(kn_story_read(&alone, cluster, &tools[k % 3], language, &settings, k % 2, NULL, error));
            assert_ok(kn_story_read(&shared, cluster, &tools[k % 3], language, &settings, k % 2, &vocabulary, error));
            assert_same_stories(&alone, &shared);
            kn_story_free(&alone);
            kn_story_free(&shared);
        }
        for (size_t i = 0; i < 3; i++)
            kn_tools_close(&tools[i]);
        kn_vocabulary_free(&vocabulary);
        close_sample(&self);
    }
}

/* The frequencies of a story's stream are those of its documents read by themselves, furniture and datelines included. */
static void document_frequencies_are_of_the_stream(void **state)
{
    sample self;
    (void)state;
    open_sample(&self, "sample");
    for (size_t k = 0; k < knap_corpus_clusters(self.corpus); k++) {
        const knap_cluster *cluster = knap_corpus_cluster(self.corpus, k);
        kn_story story = {.allocator = NULL};
        knap_idf *counted, *expected;
        char *text[2];
        size_t length[2];
        assert_ok(kn_story_read(&story, cluster, &self.tools, NULL, &self.settings, true, NULL, error));
        assert_ok(knap_idf_new(NULL, &counted, error));
        assert_ok(knap_idf_new(NULL, &expected, error));
        assert_ok(kn_story_count_documents(&story, counted, error));
        for (size_t d = 0; d < cluster->documents; d++)
            assert_ok(idf_add(expected, cluster->document[d], self.tools.language, error));
        assert_ok(knap_idf_write(counted, NULL, &text[0], &length[0], error));
        assert_ok(knap_idf_write(expected, NULL, &text[1], &length[1], error));
        assert_string_equal(text[0], text[1]);
        for (int i = 0; i < 2; i++)
            knap_text_free(NULL, text[i]);
        knap_idf_free(counted);
        knap_idf_free(expected);
        kn_story_free(&story);
    }
    close_sample(&self);
}

/* A token has the flags of the word that it is a part of, whatever folding does to that word. */
static void tokens_have_the_flags_of_their_word(void **state)
{
    static const char text[] = "The U.S. mayor, Rene\xCC\x81 Martin-lopez, walked and don't sing.";
    static const struct {
        const char *word;
        unsigned flags;
    } expected[] = {{"the", KN_TOKEN_CAPITAL},
                    {"u", KN_TOKEN_CAPITAL},
                    {"s", KN_TOKEN_CAPITAL},
                    {"mayor", 0},
                    {"rene", KN_TOKEN_CAPITAL},
                    {"martin", KN_TOKEN_CAPITAL},
                    {"lopez", 0},
                    {"walked", KN_TOKEN_ED},
                    {"and", 0},
                    {"don", 0},
                    {"t", 0},
                    {"sing", 0}};
    knap_document *document;
    knap_cluster cluster = {"one", &document, NULL, 1, 0};
    kn_story story = {.allocator = NULL};
    knap_text_settings settings;
    kn_tools tools;
    (void)state;
    knap_text_settings_init(&settings);
    assert_ok(kn_tools_open(&tools, "en", &settings, NULL, NULL, error));
    assert_ok(knap_document_new("a", text, strlen(text), NULL, NULL, &document, error));
    assert_ok(kn_story_read(&story, &cluster, &tools, NULL, &settings, false, NULL, error));
    assert_int_equal(story.lines, 1);
    assert_int_equal(story.tokens.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < story.tokens.count; i++) {
        assert_string_equal(story.word.name[story.tokens.id[i]], expected[i].word);
        assert_int_equal(story.tokens.flags[i], expected[i].flags);
    }
    kn_story_free(&story);
    knap_document_free(document);
    kn_tools_close(&tools);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rouge_words_are_pieces_of_the_stream),
                                       cmocka_unit_test(words_are_as_if_each_were_looked_up),
                                       cmocka_unit_test(counts_are_sorted_and_bigrams_numbered),
                                       cmocka_unit_test(lines_are_counted_as_rouge_does),
                                       cmocka_unit_test(stories_that_share_words_are_as_if_read_alone),
                                       cmocka_unit_test(document_frequencies_are_of_the_stream),
                                       cmocka_unit_test(tokens_have_the_flags_of_their_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
