/* captions_test.c - captions: rolling and growing ones say what plain ones say; speech without punctuation becomes sentences. */
#include "check.h"
#include "io/inner.h"

#include <stdio.h>
#include <string.h>

enum { LINES = 40, ROOM = 1 << 16 };

typedef struct captions {
    char text[ROOM];
    size_t length;
    long time; /* milliseconds */
} captions;

static void put(captions *to, const char *text)
{
    size_t length = strlen(text);
    assert_true(to->length + length < ROOM);
    memcpy(to->text + to->length, text, length + 1);
    to->length += length;
}

/* A cue of one or two lines, which begins where the last one ended. */
static void put_cue(captions *to, long lasts, const char *first, const char *second)
{
    char head[80];
    long end = to->time + lasts;
    snprintf(head, sizeof head, "00:%02ld:%02ld.%03ld --> 00:%02ld:%02ld.%03ld\n", to->time / 60000,
             to->time / 1000 % 60, to->time % 1000, end / 60000, end / 1000 % 60, end % 1000);
    put(to, head);
    put(to, first);
    if (second) {
        put(to, "\n");
        put(to, second);
    }
    put(to, "\n\n");
    to->time = end;
}

static char *read_captions(const captions *from, bool *punctuated)
{
    static char text[ROOM];
    const knap_file file = {.name = "talk.vtt", .bytes = from->text, .length = from->length};
    knap_corpus *corpus;
    assert_ok(knap_corpus_open_bytes("talk", &file, 1, NULL, NULL, &corpus, error));
    const knap_document *document = knap_corpus_cluster(corpus, 0)->document[0];
    snprintf(text, sizeof text, "%s", knap_document_text(document, NULL));
    if (punctuated)
        *punctuated = knap_document_punctuated(document);
    knap_corpus_close(corpus);
    return text;
}

/* Random lines of three to nine words; some end a sentence. */
static void make_lines(knap_rng *rng, char line[LINES][120])
{
    static const char *const words[] = {"river", "stone", "bridge", "carries", "slowly",
                                        "the",   "old",   "over",   "boats",   "and"};
    for (size_t i = 0; i < LINES; i++) {
        size_t count = 3 + knap_rng_below(rng, 7);
        line[i][0] = 0;
        for (size_t k = 0; k < count; k++) {
            if (k)
                strcat(line[i], " ");
            strcat(line[i], words[knap_rng_below(rng, 10)]);
        }
        if (i % 3 == 2)
            strcat(line[i], ".");
    }
}

/* Each line alone, in the window of two lines that captions roll through, and growing word by word: the text is the same. */
static void rolling_captions_are_read_once(void **state)
{
    static captions plain, rolling, growing;
    static char expected[ROOM];
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 7);
    for (int round = 0; round < 30; round++) {
        char line[LINES][120], part[120];
        make_lines(&rng, line);
        plain = rolling = growing = (captions){.time = 0};
        put(&plain, "WEBVTT\n\n");
        put(&rolling, "WEBVTT\n\n");
        put(&growing, "WEBVTT\n\n");
        for (size_t i = 0; i < LINES; i++) {
            bool repeats = i && strcmp(line[i], line[i - 1]) == 0;
            if (repeats)
                continue;
            put_cue(&plain, 500, line[i], NULL);
            put_cue(&rolling, 490, i ? line[i - 1] : " ", line[i]);
            put_cue(&rolling, 10, line[i], " ");
            for (const char *space = line[i]; (space = strchr(space, ' ')) != NULL; space++) {
                snprintf(part, sizeof part, "%.*s", (int)(space - line[i]), line[i]);
                put_cue(&growing, 100, part, NULL);
            }
            put_cue(&growing, 100, line[i], NULL);
        }
        strcpy(expected, read_captions(&plain, NULL));
        assert_string_equal(read_captions(&rolling, NULL), expected);
        assert_string_equal(read_captions(&growing, NULL), expected);
    }
}

/* What two people say one after the other is not rolling: the pause between the cues tells. */
static void repeated_words_stay(void **state)
{
    static captions made;
    (void)state;
    made = (captions){.time = 0};
    put(&made, "WEBVTT\n\n");
    put_cue(&made, 900, "Never again.", NULL);
    made.time += 400;
    put_cue(&made, 900, "Never again.", NULL);
    assert_string_equal(read_captions(&made, NULL), "Never again. Never again.\n\n");
}

static void entities_are_characters(void **state)
{
    static captions made;
    (void)state;
    made = (captions){.time = 0};
    put(&made, "WEBVTT\n\n");
    put_cue(&made, 900, "&gt;&gt; Tea &amp; cake, the caf&#233; said.", NULL);
    put_cue(&made, 900, "&gt;&gt; Never &lt;so&gt; late.", NULL);
    assert_string_equal(read_captions(&made, NULL), "Tea & cake, the caf\xC3\xA9 said.\n\nNever <so> late.\n\n");
}

/* Speech that has no full stop is cut at pauses and before connectives, and says so; nothing but case and marks changes. */
static void unpunctuated_speech_is_cut(void **state)
{
    static captions made;
    bool punctuated;
    const char *text;
    (void)state;
    made = (captions){.time = 0};
    put(&made, "WEBVTT\n\n");
    put_cue(&made, 3000, "today we look at the old apple trees behind the house", NULL);
    made.time += 1200;
    put_cue(&made, 3000, "nobody has pruned them for more than ten years and they", NULL);
    put_cue(&made, 3000, "carry very little fruit now but with a sharp saw and some patience", NULL);
    put_cue(&made, 3000, "you can bring them back within two winters if you begin early", NULL);
    text = read_captions(&made, &punctuated);
    assert_true(punctuated);
    assert_string_equal(
        text, "Today we look at the old apple trees behind the house. Nobody has pruned them for more than ten "
              "years and they carry very little fruit now. But with a sharp saw and some patience you can bring "
              "them back within two winters if you begin early.\n\n");
    made = (captions){.time = 0};
    put(&made, "WEBVTT\n\n");
    for (int i = 0; i < 20; i++)
        put_cue(&made, 1000, "The trees are old.", NULL);
    read_captions(&made, &punctuated);
    assert_false(punctuated);
}

/* Chinese has no spaces between words: a pause becomes a comma, and the piece ends with its own full stop. */
static void speech_without_spaces_is_cut(void **state)
{
    static captions made;
    static const char *const first[] = {"\u6cb3", "\u6e56", "\u6d77", "\u96ea"};
    const char *text;
    char cue[80];
    (void)state;
    made = (captions){.time = 0};
    put(&made, "WEBVTT\n\n");
    for (int i = 0; i < 16; i++) {
        snprintf(cue, sizeof cue, "%s%s\u6c34\u4ece\u5c71\u4e0a\u6d41\u4e0b\u6765 \u7ecf\u8fc7\u6751\u5e84", first[i % 4],
                 first[i / 4]);
        put_cue(&made, 1000, cue, NULL);
    }
    text = read_captions(&made, NULL);
    assert_null(strchr(text, ' '));
    assert_null(strchr(text, '.'));
    assert_non_null(strstr(text, "\u6765\uFF0C\u7ecf"));
    assert_non_null(strstr(text, "\u5e84\u3002"));
    for (const char *at = text, *stop; (stop = strstr(at, "\u3002")); at = stop + 3)
        assert_true(stop - at <= 3 * 2 * (45 + 8));
}

static void captions_without_spaces_are_joined_so(void **state)
{
    static captions made;
    (void)state;
    made = (captions){.time = 0};
    put(&made, "WEBVTT\n\n");
    put_cue(&made, 1000, "\u6cb3\u6c34 \u4ece\u5c71\u4e0a", "\u6d41\u4e0b\u6765\uFF0C");
    put_cue(&made, 1000, "\u7ecf\u8fc7\u6751\u5e84\u3002 Two boats", "\u6765\u3002");
    assert_string_equal(read_captions(&made, NULL),
                        "\u6cb3\u6c34\uFF0C\u4ece\u5c71\u4e0a\u6d41\u4e0b\u6765\uFF0C\u7ecf\u8fc7\u6751\u5e84\u3002 Two boats "
                        "\u6765\u3002\n\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rolling_captions_are_read_once),
                                       cmocka_unit_test(repeated_words_stay), cmocka_unit_test(entities_are_characters),
                                       cmocka_unit_test(unpunctuated_speech_is_cut), cmocka_unit_test(speech_without_spaces_is_cut),
                                       cmocka_unit_test(captions_without_spaces_are_joined_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
