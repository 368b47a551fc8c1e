/* embed_model.c - writes a model file as C constants: embed_model MODEL SOURCE. The build runs it; see summarize/embedded.h. */
#include "summarize/embedded.h"
#include "summarize/word_fit.h"
#include "base/error.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>

const kn_embedded kn_embedded_model = {.sections = 0}; /* what this program is about to write */

static void check(knap_status status, const knap_error *error)
{
    if (!status)
        return;
    fprintf(stderr, "embed_model: %s\n", error->message);
    exit(1);
}

/* The source of a program without a model: its features are no longer those of the program. It is built, so that it can train the model. */
static void leave_out(const char *path, knap_error *reason)
{
    static const char source[] =
        "#include \"summarize/embedded.h\"\nconst kn_embedded kn_embedded_model = {.head = NULL};\n";
    fprintf(stderr, "embed_model: %s\nThe program is built without a model: train it with scripts/train_default.sh.\n",
            reason->message);
    check(kn_write_durable(path, source, sizeof source - 1, NULL, reason), reason);
}

/* A string in pieces of a line each. */
static void add_string(kn_text *out, const char *bytes, size_t length)
{
    kn_text_format(out, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        bool plain = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == ' ' || byte == '.';
        kn_text_format(out, plain ? "%c" : "\\%03o", byte);
        if (i % 100 == 99)
            kn_text_format(out, "\"\n\"");
    }
    kn_text_format(out, "\"");
}

static void add_reals(kn_text *out, const char *name, size_t number, const double *value, size_t count)
{
    kn_text_format(out, "static const double %s_%zu[] = {", name, number);
    for (size_t i = 0; i < count; i++)
        kn_text_format(out, "%a,%s", value[i], i % 8 == 7 ? "\n" : " ");
    kn_text_format(out, "0};\n");
}

static void add_counts(kn_text *out, const char *name, size_t number, const uint32_t *value, size_t count)
{
    kn_text_format(out, "static const uint32_t %s_%zu[] = {", name, number);
    for (size_t i = 0; i < count; i++)
        kn_text_format(out, "%u,%s", (unsigned)value[i], i % 20 == 19 ? "\n" : " ");
    kn_text_format(out, "0};\n");
}

/* The slots and lengths of a table, by the key of embedded tables. Names go to `names`. */
static void add_table(kn_text *out, size_t number, const kn_symbols *table, kn_text *names)
{
    kn_symbols keyed;
    kn_symbols_begin(&keyed, NULL);
    keyed.key = KN_EMBEDDED_KEY;
    names->failed |= !kn_symbols_copy(&keyed, table);
    kn_text_format(out, "static const kn_symbol_slot slot_%zu[] = {", number);
    for (size_t i = 0; i < keyed.slots; i++)
        kn_text_format(out, "{%u, %uu, UINT64_C(%#llx)},%s", (unsigned)keyed.slot[i].symbol,
                       (unsigned)keyed.slot[i].hash, (unsigned long long)keyed.slot[i].head, i % 4 == 3 ? "\n" : " ");
    kn_text_format(out, "{0, 0, 0}};\n");
    add_counts(out, "length", number, keyed.length, keyed.count);
    for (size_t i = 0; i < keyed.count; i++)
        kn_text_add(names, keyed.name[i], keyed.length[i] + 1);
    kn_text_format(out, "#define TABLE_%zu {.slot = (kn_symbol_slot *)slot_%zu, .length = (uint32_t *)length_%zu, ",
                   number, number, number);
    kn_text_format(out, ".count = %zu, .slots = %zu, .key = KN_EMBEDDED_KEY}\n", keyed.count, keyed.slots);
    kn_symbols_free(&keyed);
}

static void add_surface(kn_text *out, size_t number, const kn_surface *surface)
{
    add_reals(out, "surface", number, surface->weight, kn_surface_weights(surface));
    kn_text_format(out, "#define SURFACE_%zu {.kind = %d, .word = TABLE_%zu, .weight = (double *)surface_%zu, ", number,
                   (int)surface->kind, number, number);
    kn_text_format(out, ".reliability = %a, .quantile = {", surface->reliability);
    for (size_t i = 0; i < KN_SURFACE_QUANTILES; i++)
        kn_text_format(out, "%a, ", surface->quantile[i]);
    kn_text_format(out, "}}\n");
}

/* `number` is that of the background's words; indicators come next. */
static void add_words(kn_text *out, size_t number, const kn_word_model *model)
{
    size_t count = model->background.word.count;
    for (size_t fit = 0; fit < KN_WORD_FITS; fit++)
        add_reals(out, "weight", 10 * number + fit, model->weight[fit],
                  kn_word_weights(model->indicator.count, fit, fit < 2 ? fit : fit + 1));
    add_counts(out, "documents", number, model->background.documents, count);
    add_counts(out, "clusters", number, model->background.clusters, count);
    kn_text_format(out, "#define WORDS_%zu {.background = {.word = TABLE_%zu, .documents = (uint32_t *)documents_%zu, ",
                   number, number, number);
    kn_text_format(out, ".clusters = (uint32_t *)clusters_%zu, .all_documents = %zu, .all_clusters = %zu}, ", number,
                   model->background.all_documents, model->background.all_clusters);
    kn_text_format(
        out, ".indicator = TABLE_%zu, .weight = {(double *)weight_%zu, (double *)weight_%zu, (double *)weight_%zu}, ",
        number + 1, 10 * number, 10 * number + 1, 10 * number + 2);
    kn_text_format(out, ".length = {%a, %a}}\n", model->length[0], model->length[1]);
}

static void add_model(kn_text *out, const knap_model *model, const kn_text *file)
{
    static const char sum[] = "checksum 0000000000000000\n";
    size_t head = (size_t)(strstr(file->bytes, "\nsection ") + 1 - file->bytes);
    kn_text_format(out, "static const char head[] = ");
    add_string(out, file->bytes, head);
    add_string(out, sum, sizeof sum - 1);
    kn_text_format(out, ";\n");
    for (size_t i = 0; i < model->sections; i++) {
        kn_text_format(out, "static const char text_%zu[] = ", i);
        add_string(out, model->section[i].text, model->section[i].length);
        kn_text_format(out, ";\n");
    }
    kn_text_format(out, "static const kn_section sections[] = {");
    for (size_t i = 0; i < model->sections; i++)
        kn_text_format(out, "{(char *)\"%s\", (char *)text_%zu, %zu, %zu, true},\n", model->section[i].name, i,
                       model->section[i].name_length, model->section[i].length);
    kn_text_format(out, "{0}};\n");
}

int main(int argc, char **argv)
{
    knap_summarizer *self = NULL;
    kn_symbols *table[KN_EMBEDDED_TABLES];
    kn_text file = {.allocator = NULL}, out = {.allocator = NULL}, names = {.allocator = NULL};
    size_t words = 0;
    knap_error error;
    knap_status status;
    if (argc != 3)
        return 2;
    check(kn_read_file(argv[1], NULL, &file, &error), &error);
    status = knap_summarizer_parse(file.bytes, file.length, argv[1], NULL, &self, &error);
    if (status == KNAP_BAD_MODEL) {
        leave_out(argv[2], &error);
        kn_text_free(&file);
        return 0;
    }
    check(status, &error);
    if (!self->standalone.weight || !self->style.weight || !self->words.weight[0] || !self->single.weight[0])
        check(kn_fail(&error, KNAP_BAD_MODEL, "%s: a part of the model is missing: train it again", argv[1]), &error);
    kn_text_format(&out, "/* Made by embed_model.c. */\n#include \"summarize/embedded.h\"\n");
    kn_embedded_tables(self, self->idf, table);
    for (size_t i = 0; i < KN_EMBEDDED_TABLES; i++) {
        add_table(&out, i, table[i], &names);
        words += table[i]->count;
    }
    add_surface(&out, 1, &self->standalone);
    add_surface(&out, 2, &self->style);
    add_words(&out, 3, &self->words);
    add_words(&out, 5, &self->single);
    add_model(&out, self->model, &file);
    kn_text_format(&out, "static const size_t idf[] = {");
    for (size_t i = 0; i < self->idf->stems.count; i++)
        kn_text_format(&out, "%zu,%s", self->idf->count[i], i % 20 == 19 ? "\n" : " ");
    kn_text_format(&out, "0};\nstatic const char names[] = ");
    add_string(&out, names.bytes, names.length);
    kn_text_format(&out, ";\nconst kn_embedded kn_embedded_model = {head, sizeof head - 1, sections, %zu, ",
                   self->model->sections);
    kn_text_format(&out, "{.stems = TABLE_0, .count = (size_t *)idf, .documents = %zu}, ", self->idf->documents);
    kn_text_format(&out,
                   "{.standalone = SURFACE_1, .style = SURFACE_2, .words = WORDS_3, .single = WORDS_5}, names, %zu};\n",
                   words);
    if (out.failed || names.failed)
        check(kn_fail(&error, KNAP_NO_MEMORY, "memory is out"), &error);
    check(kn_write_durable(argv[2], out.bytes, out.length, NULL, &error), &error);
    kn_text_free(&names);
    kn_text_free(&out);
    kn_text_free(&file);
    knap_summarizer_free(self);
    return 0;
}
