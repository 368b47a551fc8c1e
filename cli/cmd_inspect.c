/* cmd_inspect.c - knap inspect: the weights of a model, largest effect first, each with a bar. */
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAR = 24 };

typedef struct row {
    size_t column;
    double weight; /* mean over the mixture */
    double effect; /* weight times the column's deviation */
} row;

static int larger_first(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (fabs(x->effect) != fabs(y->effect))
        return fabs(x->effect) > fabs(y->effect) ? -1 : 1;
    return x->column < y->column ? -1 : 1;
}

/* The columns of one position, largest effect first. */
static void collect(const knap_model *model, size_t position, row *rows)
{
    size_t width = knap_model_columns(model), iterates = knap_model_iterates(model);
    for (size_t i = 0; i < width; i++) {
        rows[i] = (row){.column = i};
        for (size_t j = 0; j < iterates; j++)
            rows[i].weight += knap_model_weight(model, j, position, i) / (double)iterates;
        rows[i].effect = rows[i].weight * knap_model_deviation(model, i);
    }
    qsort(rows, width, sizeof *rows, larger_first);
}

static void print_table(const knap_model *model, const row *rows, size_t top)
{
    double largest = fabs(rows[0].effect);
    int widest = 6;
    for (size_t i = 0; i < top; i++) {
        int length = (int)strlen(knap_model_column(model, rows[i].column));
        widest = length > widest ? length : widest;
    }
    widest = widest > 40 ? 40 : widest;
    printf("  %-*s %12s %12s\n", widest, "column", "weight", "effect");
    for (size_t i = 0; i < top; i++) {
        int bar = largest > 0 ? (int)lround(BAR * fabs(rows[i].effect) / largest) : 0;
        printf("  %-*.*s %+12.4g %+12.4g  ", widest, widest, knap_model_column(model, rows[i].column), rows[i].weight,
               rows[i].effect);
        for (int j = 0; j < bar; j++)
            putchar(rows[i].effect > 0 ? '+' : '-');
        putchar('\n');
    }
}

static json_t *json_rows(const knap_model *model, const row *rows, size_t top)
{
    json_t *list = json_array();
    for (size_t i = 0; i < top; i++) {
        json_t *object = json_object();
        cli_json_put(object, "name", cli_json_string(knap_model_column(model, rows[i].column)));
        cli_json_put(object, "weight", cli_json_real(rows[i].weight));
        cli_json_put(object, "effect", cli_json_real(rows[i].effect));
        cli_json_add(list, object);
    }
    return list;
}

/* ---- The models of a sentence's surface ---- */

static const struct surface_kind {
    const char *section, *key, *question;
} SURFACES[] = {{"self-containedness", "standalone", "does a sentence look like the first one of a document?"},
                {"style", "style", "does a sentence look like one of a reference?"}};
enum { SURFACES_COUNT = sizeof SURFACES / sizeof *SURFACES };

/* A weight of such a model: of a feature, of the word that opens a sentence, or of a word anywhere in it. */
typedef struct surface_weight {
    const char *kind, *name;
    int length;
    double weight;
} surface_weight;

typedef struct surface_model {
    const struct surface_kind *kind;
    double reliability;
    surface_weight *rows; /* [count] largest first; free with free() */
    size_t count;
} surface_model;

static int stronger_first(const void *a, const void *b)
{
    const surface_weight *x = a, *y = b;
    if (fabs(x->weight) != fabs(y->weight))
        return fabs(x->weight) > fabs(y->weight) ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* Reads the section: "reliability R", "features COUNT" with lines "WEIGHT NAME", "words COUNT" with lines "OPENING ANYWHERE WORD".
 * False where the model has none. */
static bool read_surface(const knap_model *model, const struct surface_kind *kind, surface_model *made)
{
    const char *section = knap_model_section(model, kind->section, NULL);
    const char *at = section ? strstr(section, "\nfeatures ") : NULL;
    size_t lines = 0;
    bool words = false;
    if (!at || strncmp(section, "reliability ", 12) != 0)
        return false;
    for (const char *line = at; line; line = strchr(line + 1, '\n'))
        lines++;
    *made = (surface_model){
        .kind = kind, .reliability = strtod(section + 12, NULL), .rows = cli_new(2 * lines, sizeof *made->rows)};
    for (const char *line = at; line && line[1]; line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n');
        char *after;
        double weight = strtod(line + 1, &after), anywhere;
        words |= strncmp(line + 1, "words ", 6) == 0;
        if (after == line + 1 || !end)
            continue; /* "features COUNT", "words COUNT" */
        anywhere = words ? strtod(after, &after) : 0;
        made->rows[made->count++] =
            (surface_weight){words ? "opening" : "feature", after + 1, (int)(end - after - 1), weight};
        if (words)
            made->rows[made->count++] = (surface_weight){"word", after + 1, (int)(end - after - 1), anywhere};
    }
    qsort(made->rows, made->count, sizeof *made->rows, stronger_first);
    return true;
}

static void show_surface(const surface_model *surface, size_t top)
{
    double largest = surface->count ? fabs(surface->rows[0].weight) : 0;
    printf("\n%s: %s reliability %.4f (0: no better than chance, 1: always right)\n", surface->kind->section,
           surface->kind->question, surface->reliability);
    for (size_t i = 0; i < surface->count && (i < top || top == 0); i++) {
        const surface_weight *here = &surface->rows[i];
        printf("  %-8s %-24.*s %+12.4g  ", here->kind, here->length, here->name, here->weight);
        for (long bar = largest > 0 ? lround(BAR * fabs(here->weight) / largest) : 0; bar > 0; bar--)
            putchar(here->weight > 0 ? '+' : '-');
        putchar('\n');
    }
}

static json_t *json_surface(const surface_model *surface, size_t top)
{
    json_t *object = json_object(), *list = json_array();
    for (size_t i = 0; i < surface->count && (i < top || top == 0); i++) {
        const surface_weight *here = &surface->rows[i];
        json_t *entry = json_object();
        cli_json_put(entry, "kind", cli_json_string(here->kind));
        cli_json_put(entry, "name", cli_json_text(here->name, (size_t)here->length));
        cli_json_put(entry, "weight", cli_json_real(here->weight));
        cli_json_add(list, entry);
    }
    cli_json_put(object, "reliability", cli_json_real(surface->reliability));
    cli_json_put(object, "weights", list);
    return object;
}

/* ---- The policy ---- */

static void show(const knap_model *model, const surface_model *surface, size_t surfaces, size_t top, bool json)
{
    size_t width = knap_model_columns(model), positions = knap_model_positions(model);
    row *rows = cli_new(width, sizeof *rows);
    json_t *object = json_object(), *settings = json_object(), *policies = json_array(), *choice = cli_json_choice(model);
    size_t asked = top;
    char value[128];
    if (top == 0 || top > width)
        top = width;
    if (!json)
        printf("%zu columns, %zu position%s, %zu polic%s\n", width, positions, positions == 1 ? "" : "s",
               knap_model_iterates(model), knap_model_iterates(model) == 1 ? "y" : "ies in the mixture");
    for (const knap_param *param = knap_settings_table(); param->name; param++) {
        knap_param_format(param, knap_model_settings(model), 0, value, sizeof value);
        cli_json_put(settings, param->name, cli_json_string(value));
        if (!json)
            printf("  %-12s %s\n", param->name, value);
    }
    if (!json)
        cli_print_choice(stdout, model);
    for (size_t position = 0; position < positions; position++) {
        collect(model, position, rows);
        if (json) {
            cli_json_add(policies, json_rows(model, rows, top));
            continue;
        }
        if (positions > 1)
            printf("\nposition %zu%s\n", position + 1, position + 1 == positions ? " and later" : "");
        else
            printf("\n");
        print_table(model, rows, top);
        if (top < width)
            printf("  (%zu more; --top 0 shows all)\n", width - top);
    }
    cli_json_put(object, "settings", settings);
    if (choice)
        cli_json_put(object, "choice", choice);
    cli_json_put(object, "policies", policies);
    for (size_t i = 0; i < surfaces; i++)
        cli_json_put(object, surface[i].kind->key, json_surface(&surface[i], asked));
    if (json)
        cli_json_print(object);
    else
        json_decref(object);
    free(rows);
}

/* ---- The word model ---- */

typedef struct word_weight {
    double weight; /* for k = 1 */
    const char *name;
    int length;
} word_weight;

static int heavier_first(const void *a, const void *b)
{
    const word_weight *x = a, *y = b;
    if (fabs(x->weight) != fabs(y->weight))
        return fabs(x->weight) > fabs(y->weight) ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* The largest weights of the word model, which predicts whether the references use a word. */
static void show_words(const knap_model *model, size_t top)
{
    const char *section = knap_model_section(model, "word-model", NULL);
    const char *at = section ? strstr(section, "\nindicators ") : NULL;
    size_t count = 0, lines = 0;
    word_weight *rows;
    for (const char *line = at; line; line = strchr(line + 1, '\n'))
        lines++;
    rows = at ? cli_new(lines, sizeof *rows) : NULL;
    for (const char *line = at; rows && line && line[1]; line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n'), *name = end;
        char *after;
        double weight = strtod(line + 1, &after);
        if (after == line + 1 || !end)
            continue; /* "indicators N", "features N" */
        while (name[-1] != ' ')
            name--;
        rows[count++] = (word_weight){weight, name, (int)(end - name)};
    }
    if (rows)
        qsort(rows, count, sizeof *rows, heavier_first);
    if (count)
        printf("\nword model: will the references use a word? (a leading ! marks weights added for function words)\n");
    for (size_t i = 0; i < count && (i < top || top == 0); i++)
        printf("  %-24.*s %+12.4g\n", rows[i].length, rows[i].name, rows[i].weight);
    free(rows);
}

static const cli_example EXAMPLES[] = {
    {"knap train examples/passages.jsonl -o passages.knap\nknap inspect passages.knap --top 5",
     "Show the five largest weights of a model"},
    {"knap inspect passages.knap --json", "Print settings and weights as JSON"},
    {NULL, NULL}};

static int run(int argc, char **argv)
{
    size_t top = 20;
    bool json = false;
    int status;
    const cli_option options[] = {{"top", 0, CLI_COUNT, &top, "N", "Show the N largest weights; 0 means all"},
                                  {"json", 0, CLI_FLAG, &json, NULL, "Print settings and weights as JSON"},
                                  {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    cli_line line = {.command = &cmd_inspect,
                     .options = options,
                     .examples = EXAMPLES,
                     .notes =
                         "Weights are sorted by their effect: the weight times the standard deviation of its "
                         "column over the training lists. A model of documents also has a word model and models of "
                         "self-containedness and style, whose largest weights follow.\n"};
    knap_model *model;
    knap_error error;
    surface_model surface[SURFACES_COUNT];
    size_t surfaces = 0;
    status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (line.operands != 1)
        return cli_say(CLI_USAGE, "inspect needs one MODEL");
    if (knap_model_load(line.operand[0], cli_allocator(), &model, &error))
        return cli_fail(&error);
    for (size_t i = 0; i < SURFACES_COUNT; i++)
        surfaces += read_surface(model, &SURFACES[i], &surface[surfaces]);
    show(model, surface, surfaces, top, json);
    if (!json)
        show_words(model, top);
    for (size_t i = 0; i < surfaces; i++) {
        if (!json)
            show_surface(&surface[i], top);
        free(surface[i].rows);
    }
    knap_model_free(model);
    return CLI_DONE;
}

const cli_command cmd_inspect = {"inspect", "MODEL [OPTION...]", "Show the settings and the largest weights of a model",
                                 run};
