/* cmd_summarize.c - knap summarize: documents in, summaries out. */
#include "team.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { REASONS = 5, MOST_ORDERS = 16 };

typedef struct request {
    const char *model, *system, *budget, *tokenizer, *order, *html, *output, *exceptions, *train, *decode, *filter;
    double readability_penalty; /* NaN: the model's */
    cli_documents documents;
    size_t seed, jobs;
    bool json, explain, max_rouge, no_trim;
} request;

typedef struct work {
    const request *ask;
    knap_corpus *corpus;
    const knap_cluster *const *clusters; /* of all processes */
    const knap_cluster *const *cluster;  /* [count] of this one */
    size_t first, count, total;          /* its place among all, which are `total` */
    knap_summarizer *summarizer;
    const knap_system *system; /* NULL: the summarizer's model */
    knap_model *fitted;        /* of the system; NULL without one */
    const knap_model *model;   /* what packs: that, or the summarizer's */
    knap_budget budget;
    const char *exceptions;
    knap_order order;
    knap_material *material;
    knap_packed *packed; /* [count] */
    cli_names file;      /* ID.txt of each cluster, with --output */
    double *reason;      /* [picked][columns] of the cluster at hand */
    bool empty;          /* a summary has no sentence */
} work;

/* ---- Why ---- */

static knap_status explain(work *self, size_t cluster, knap_error *error)
{
    const knap_model *model = knap_summarizer_model(self->summarizer);
    const knap_list *list = &self->packed[cluster].list;
    free(self->reason);
    self->reason = cli_new(list->count * knap_model_columns(model), sizeof *self->reason);
    return knap_model_explain(model, knap_data_at(knap_material_data(self->material), cluster),
                              self->ask->seed + self->first + cluster, list, self->reason, error);
}

/* The columns of the largest contributions to a pick, largest first. */
static size_t reasons(const work *self, size_t pick, size_t *column)
{
    size_t width = knap_model_columns(knap_summarizer_model(self->summarizer)), count = 0;
    const double *row = self->reason + pick * width;
    for (size_t i = 0; i < width; i++) {
        size_t at = count < REASONS ? count : REASONS;
        if (row[i] == 0)
            continue;
        for (; at > 0 && fabs(row[column[at - 1]]) < fabs(row[i]); at--)
            if (at < REASONS)
                column[at] = column[at - 1];
        if (at < REASONS) {
            column[at] = i;
            count += count < REASONS;
        }
    }
    return count;
}

static double reason_value(const work *self, size_t pick, size_t column)
{
    return self->reason[pick * knap_model_columns(knap_summarizer_model(self->summarizer)) + column];
}

static void print_reasons(const work *self, size_t pick)
{
    size_t column[REASONS + 1], count = reasons(self, pick, column);
    for (size_t i = 0; i < count; i++)
        printf("    %+.4f  %s\n", reason_value(self, pick, column[i]),
               knap_model_column(knap_summarizer_model(self->summarizer), column[i]));
}

/* ---- Awkward sentences ---- */

/* Calls `name` with the name of each flaw that a pick has in the context of its summary. */
static void each_flaw(const work *self, size_t cluster, size_t pick, void (*name)(void *, const char *), void *context)
{
    const knap_data *data = knap_material_data(self->material);
    const knap_list *list = &self->packed[cluster].list;
    uint32_t flaws = knap_list_flaws(knap_data_at(data, cluster), list, list->item[pick]);
    for (size_t i = 0; i < knap_data_flaw_count(data); i++)
        if (flaws & UINT32_C(1) << i)
            name(context, knap_data_flaw_name(data, i));
    if (flaws & KNAP_FLAW_UNSUPPORTED)
        name(context, "unsupported");
}

static void append_name(void *context, const char *name)
{
    cli_json_add(context, cli_json_string(name));
}

static void print_name(void *context, const char *name)
{
    (void)context;
    printf("    awkward: %s\n", name);
}

/* ---- Output ---- */

/* What a trimmed sentence leaves out: where it stands in the source, and its text. */
static json_t *json_cuts(const knap_document *document, const knap_candidate *candidate)
{
    const knap_sentence *sentence = candidate->sentence;
    const char *text = knap_document_text(document, NULL);
    json_t *cuts = json_array();
    for (size_t i = 0; i < candidate->cuts; i++) {
        size_t from = knap_sentence_offset(document, sentence, candidate->cut[i].begin);
        size_t to = knap_sentence_offset(document, sentence, candidate->cut[i].end), begin, end;
        json_t *object = json_object();
        knap_document_source(document, from, to, &begin, &end);
        cli_json_put(object, "begin", cli_json_count(begin));
        cli_json_put(object, "end", cli_json_count(end));
        cli_json_put(object, "text", cli_json_text(text + from, to - from));
        cli_json_add(cuts, object);
    }
    return cuts;
}

static json_t *json_sentence(const work *self, size_t cluster, size_t pick)
{
    const knap_packed *packed = &self->packed[cluster];
    knap_candidate candidate = knap_material_item(self->material, cluster, packed->list.item[pick]);
    const knap_document *document = self->cluster[cluster]->document[candidate.document];
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), cluster);
    size_t begin, end;
    json_t *object = json_object(), *flaws = json_array();
    knap_document_source(document, candidate.sentence->body, candidate.sentence->end, &begin, &end);
    cli_json_put(object, "text", cli_json_text(candidate.text, candidate.length));
    cli_json_put(object, "document", cli_json_string(knap_document_name(document)));
    if (knap_document_id(document)[0])
        cli_json_put(object, "document_id", cli_json_string(knap_document_id(document)));
    if (knap_document_speaker(document, candidate.sentence->begin))
        cli_json_put(object, "speaker", cli_json_string(knap_document_speaker(document, candidate.sentence->begin)));
    cli_json_put(object, "begin", cli_json_count(begin));
    cli_json_put(object, "end", cli_json_count(end));
    if (candidate.cuts)
        cli_json_put(object, "cut", json_cuts(document, &candidate));
    cli_json_put(object, "position", cli_json_count(candidate.sentence->position));
    cli_json_put(object, "picked", cli_json_count(pick));
    cli_json_put(object, "cost", json_integer((json_int_t)knap_instance_cost(instance, packed->list.item[pick])));
    each_flaw(self, cluster, pick, append_name, flaws);
    cli_json_put(object, "flaws", flaws);
    cli_json_put(object, "standalone", cli_json_real(candidate.standalone));
    cli_json_put(object, "style", cli_json_real(candidate.style));
    cli_json_put(object, "superseded", json_boolean(candidate.superseded));
    if (packed->score)
        cli_json_put(object, "score", cli_json_real(packed->score[pick]));
    if (self->ask->explain && !self->system) {
        size_t column[REASONS + 1], count = reasons(self, pick, column);
        json_t *why = json_array();
        for (size_t i = 0; i < count; i++) {
            json_t *reason = json_object();
            cli_json_put(reason, "name",
                         cli_json_string(knap_model_column(knap_summarizer_model(self->summarizer), column[i])));
            cli_json_put(reason, "contribution", cli_json_real(reason_value(self, pick, column[i])));
            cli_json_add(why, reason);
        }
        cli_json_put(object, "why", why);
    }
    return object;
}

static void print_json(const work *self, size_t cluster, const char *text, size_t length, const size_t *place)
{
    const knap_packed *packed = &self->packed[cluster];
    json_t *object = json_object(), *sentences = json_array();
    char budget[32];
    cli_json_put(object, "id", cli_json_string(self->cluster[cluster]->id));
    cli_json_put(object, "language", cli_json_string(knap_material_language(self->material, cluster)));
    cli_json_put(object, "budget", cli_json_string(knap_budget_format(&self->budget, budget, sizeof budget)));
    cli_json_put(object, "cost", json_integer((json_int_t)packed->list.cost));
    cli_json_put(object, "summary", cli_json_text(text, length));
    for (size_t i = 0; i < packed->list.count; i++)
        cli_json_add(sentences, json_sentence(self, cluster, place[i]));
    cli_json_put(object, "sentences", sentences);
    if (!isnan(packed->reward))
        cli_json_put(object, "rouge1_recall", cli_json_real(packed->reward));
    cli_json_print(object);
}

static void print_explained(const work *self, size_t cluster, const size_t *place)
{
    const knap_packed *packed = &self->packed[cluster];
    for (size_t i = 0; i < packed->list.count; i++) {
        size_t pick = place[i];
        knap_candidate candidate = knap_material_item(self->material, cluster, packed->list.item[pick]);
        printf("%s\n    picked %zu of %zu", candidate.text, pick + 1, packed->list.count);
        if (packed->score)
            printf(", score %.4f", packed->score[pick]);
        printf(", %s\n", knap_document_name(self->cluster[cluster]->document[candidate.document]));
        printf("    standalone %.2f, style %.2f%s\n", candidate.standalone, candidate.style,
               candidate.superseded ? ", superseded" : "");
        each_flaw(self, cluster, pick, print_name, NULL);
        print_reasons(self, pick);
    }
}

/* Writes a summary to its file in OUTPUT. */
static knap_status write_summary(const work *self, size_t cluster, const char *text, size_t length, knap_error *error)
{
    char *path = cli_format("%s/%s", self->ask->output, self->file.name[self->first + cluster]);
    knap_status status = cli_write_file(path, text, length, error);
    free(path);
    return status;
}

static knap_status show(work *self, size_t cluster, knap_error *error)
{
    const knap_list *list = &self->packed[cluster].list;
    size_t *place = cli_new(list->count, sizeof *place), length = 0;
    char *text = NULL;
    knap_status status = knap_summary_text(self->material, cluster, list, self->order, &text, &length, error);
    if (!status && self->ask->explain && !self->system)
        status = explain(self, cluster, error);
    if (!status)
        status = knap_summary_order(self->material, cluster, list, self->order, place, error);
    if (!status) {
        if (self->ask->output)
            status = write_summary(self, cluster, text, length, error);
        if (self->ask->json)
            print_json(self, cluster, text, length, place);
        else if (!self->ask->output && !(self->ask->html && strcmp(self->ask->html, "-") == 0)) {
            if (self->total > 1 || self->ask->documents.each)
                printf("%s# %s\n", self->first + cluster ? "\n" : "", self->cluster[cluster]->id);
            if (self->ask->explain && !self->system)
                print_explained(self, cluster, place);
            else
                fwrite(text, 1, length, stdout);
        }
    }
    if (text)
        knap_text_free(cli_allocator(), text, length);
    free(place);
    return status;
}

/* ---- Running ---- */

/* The model's own penalties, with what was asked for. */
static knap_status set_penalties(knap_summarizer *summarizer, const request *ask, knap_error *error)
{
    knap_penalties penalties = knap_model_settings(knap_summarizer_model(summarizer))->penalties;
    penalties.readability = ask->readability_penalty;
    return knap_summarizer_set_penalties(summarizer, &penalties, error);
}

/* The processes of mpirun each summarize a run of the clusters. */
static void take_share(work *self)
{
    const knap_team *team = cli_team();
    size_t end = self->total = knap_corpus_clusters(self->corpus);
    if (team) {
        self->first = self->total * team->rank / team->size;
        end = self->total * (team->rank + 1) / team->size;
        cli_team_drop_notes();
    }
    self->cluster = self->clusters + self->first;
    self->count = end - self->first;
}

static knap_status open_all(work *self, char **operand, int operands, knap_error *error)
{
    const request *ask = self->ask;
    knap_run run = cli_run(ask->jobs);
    knap_status status = ask->model ? knap_summarizer_load(ask->model, cli_allocator(), &self->summarizer, error)
                                    : knap_summarizer_embedded(cli_allocator(), &self->summarizer, error);
    if (!status && ask->max_rouge)
        status = knap_summarizer_set_rouge(self->summarizer, error);
    if (!status && ask->no_trim)
        status = knap_summarizer_set_trim(self->summarizer, false, error);
    if (!status && ask->filter)
        status = knap_summarizer_set_filter(self->summarizer, ask->filter, error);
    if (!status && !isnan(ask->readability_penalty))
        status = set_penalties(self->summarizer, ask, error);
    if (!status && ask->decode)
        status = knap_summarizer_set_decode(self->summarizer, ask->decode, error);
    if (status)
        return status;
    self->budget = knap_summarizer_budget(self->summarizer);
    if ((status = cli_parse_budget(ask->budget, ask->tokenizer, &self->budget, error)))
        return status;
    status = cli_open_corpus(operand, operands, &ask->documents, &self->corpus, &self->clusters, error);
    if (status)
        return status;
    take_share(self);
    self->exceptions =
        cli_exceptions(ask->exceptions, knap_summarizer_text(self->summarizer)->stem, ask->documents.quiet);
    return knap_material_new(self->summarizer,
                             &(knap_text_input){.cluster = self->cluster,
                                                .clusters = self->count,
                                                .language = ask->documents.language,
                                                .exceptions = self->exceptions,
                                                .budget = self->budget,
                                                .ignores = self->system ? self->system->ignores : 0},
                             &run, &self->material, error);
}

/* Makes what picks: the summarizer's model, or a system, trained on --train where it needs training. */
static knap_status fit(work *self, knap_error *error)
{
    const request *ask = self->ask;
    knap_run run = cli_run(ask->jobs);
    knap_corpus *corpus = NULL;
    const knap_cluster *const *cluster = NULL;
    knap_material *train = NULL;
    char *path = (char *)(size_t)ask->train;
    knap_status status = KNAP_OK;
    if (!self->system)
        return KNAP_OK;
    if (ask->train) {
        status = cli_open_corpus(&path, 1, &ask->documents, &corpus, &cluster, error);
        if (!status)
            status = knap_material_new(self->summarizer,
                                       &(knap_text_input){.cluster = cluster,
                                                          .clusters = knap_corpus_clusters(corpus),
                                                          .language = ask->documents.language,
                                                          .exceptions = self->exceptions,
                                                          .budget = self->budget,
                                                          .ignores = self->system ? self->system->ignores : 0},
                                       &run, &train, error);
    }
    if (!status)
        status =
            knap_system_fit(self->system, NULL, train ? knap_material_data(train) : NULL, &run, &self->fitted, error);
    knap_material_free(train);
    free((void *)(size_t)cluster);
    knap_corpus_close(corpus);
    return status;
}

/* Prints why a summary is empty: no sentence fits. Returns whether it is. */
static bool say_if_empty(const work *self, size_t cluster)
{
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), cluster);
    double least = INFINITY;
    char budget[32];
    for (size_t i = 0; i < knap_instance_count(instance); i++)
        least = fmin(least, knap_instance_cost(instance, i));
    if (self->packed[cluster].list.count == 0)
        cli_say(CLI_DONE, "%s: no sentence fits the budget %s; the shortest costs %.0f", self->cluster[cluster]->id,
                knap_budget_format(&self->budget, budget, sizeof budget), least);
    return self->packed[cluster].list.count == 0;
}

/* Prints what follows from a language that was not recognised. */
static void say_if_unknown(const work *self, size_t cluster)
{
    if (strcmp(knap_material_language(self->material, cluster), "und") == 0 && !self->ask->documents.language &&
        !self->ask->documents.quiet)
        cli_say(
            CLI_DONE,
            "%s: note: language not recognised (und): words are not stemmed, function words count as others do, and "
            "few abbreviations are known; name the language with --lang CODE",
            self->cluster[cluster]->id);
}

/* Prints the summaries of all processes, and adds up what they measured. */
static knap_status add_up(work *self, double *reward, size_t *measured, knap_error *error)
{
    struct {
        double reward;
        size_t measured;
        bool empty;
    } mine = {*reward, *measured, self->empty}, other;
    const knap_team *team = cli_team();
    const char *const *all;
    const size_t *lengths;
    knap_status status = team->share(team->context, (const char *)&mine, sizeof mine, &all, &lengths, error);
    for (size_t rank = 0; !status && rank < team->size; rank++) {
        if (rank == team->rank)
            continue;
        memcpy(&other, all[rank], sizeof other);
        *reward += other.reward;
        *measured += other.measured;
        self->empty |= other.empty;
    }
    if (!status)
        cli_team_collect();
    return status;
}

static knap_status summarize(work *self, char **operand, int operands, knap_error *error)
{
    const request *ask = self->ask;
    knap_run run = cli_run(ask->jobs);
    double reward = 0;
    size_t measured = 0;
    knap_status status = open_all(self, operand, operands, error);
    if (status)
        return status;
    self->packed = cli_new(self->count, sizeof *self->packed);
    if (ask->output)
        self->file =
            cli_name_clusters(self->clusters, self->total, '-', ".txt", ask->documents.quiet || cli_rank() > 0);
    status = fit(self, error);
    self->model = self->system ? self->fitted : knap_summarizer_model(self->summarizer);
    if (!status)
        status = knap_model_match(self->model, knap_material_data(self->material), 0, error);
    if (!status)
        status = knap_pack_all(self->model, knap_material_data(self->material), ask->seed + self->first, &run,
                               self->packed, error);
    for (size_t i = 0; !status && i < self->count; i++) {
        self->empty |= say_if_empty(self, i);
        say_if_unknown(self, i);
        if (!isnan(self->packed[i].reward)) { /* the reward may be another one */
            status = knap_material_recall(self->material, i, &self->packed[i].list, &self->packed[i].reward, error);
            reward += self->packed[i].reward;
            measured++;
        }
        if (!status)
            status = show(self, i, error);
    }
    if (!status && ask->html)
        status =
            cli_write_html(ask->html, self->material, self->cluster, self->packed, self->count, self->order, error);
    fflush(stdout);
    if (!status && cli_team())
        status = add_up(self, &reward, &measured, error);
    if (!status && measured && !ask->documents.quiet && cli_rank() == 0)
        fprintf(stderr, "mean ROUGE-1 recall %.4f over %zu cluster%s\n", reward / (double)measured, measured,
                measured == 1 ? "" : "s");
    return status;
}

static void close_all(work *self)
{
    if (self->packed)
        knap_packed_free(self->packed, self->count);
    free(self->packed);
    free(self->reason);
    cli_names_free(&self->file);
    knap_model_free(self->fitted);
    knap_material_free(self->material);
    knap_summarizer_free(self->summarizer);
    free((void *)(size_t)self->clusters);
    knap_corpus_close(self->corpus);
}

/* ---- The line ---- */

static const cli_example EXAMPLES[] = {
    {"knap summarize sample/averill-ferry-strike --budget 100w", "Summarize a cluster of documents in 100 words"},
    {"cat sample/skarra-salmon-virus/docs/*.txt | knap summarize - -b 10%",
     "Summarize text from a pipe to a tenth of its length"},
    {"knap summarize sample/westmere-recount --explain", "Print why each sentence was picked"},
    {"knap summarize sample -o summaries --html page.html --quiet",
     "Write one file per summary, and a page with the sources beside them"},
    {"knap summarize sample/orrin-dam-flood --system lexrank -b 3s",
     "Use another system, with a budget of three sentences"},
    {NULL, NULL}};

static void show_orders(const void *context)
{
    (void)context;
    cli_show_title("Orders of the sentences, for --order");
    for (const knap_order_row *row = knap_orders(); row->name; row++)
        cli_show_row(row->name, 14, row->help, "");
}

static int find_order(const char *name, knap_order *order)
{
    const char *names[MOST_ORDERS + 1] = {NULL};
    int chosen;
    for (int i = 0; i < MOST_ORDERS && knap_orders()[i].name; i++)
        names[i] = knap_orders()[i].name;
    chosen = cli_choose("--order", name, names);
    *order = (knap_order)(chosen < 0 ? 0 : chosen);
    return chosen < 0 ? CLI_USAGE : CLI_DONE;
}

static void show_filters(const void *context)
{
    static const char *const rows[][2] = {{"quotes", "half of a quotation"},
                                          {"capitals", "written in capitals"},
                                          {"fragments", "not a complete sentence"},
                                          {"questions", "a question"},
                                          {"dependent", "starts with a word that refers to the sentence before"},
                                          {"whole", "the first three"},
                                          {"all", "all of the above"},
                                          {"none", "pick any sentence"}};
    (void)context;
    cli_show_title("Sentences never picked, for --filter (several: a,b)");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cli_show_row(rows[i][0], 14, rows[i][1], "");
}

/* Whether standard input is a pipe or a file, rather than a terminal or nothing. */
static bool is_piped(void)
{
    struct stat about;
    return fstat(0, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISREG(about.st_mode) || S_ISSOCK(about.st_mode));
}

static int run(int argc, char **argv)
{
    static char dash[] = "-", *standard_input[] = {dash, NULL};
    request ask = {.order = knap_orders()->name, .seed = 1, .readability_penalty = NAN};
    const cli_option options[] = {
        {"model", 'm', CLI_TEXT, &ask.model, "MODEL", "Use a model of 'knap train' [the embedded one]"},
        {"system", 's', CLI_TEXT, &ask.system, "NAME", "Use a system instead; 'knap help pack systems'"},
        {"budget", 'b', CLI_TEXT, &ask.budget, "LENGTH",
         "Set the budget: 250w, 5s, 10%, 665b, 600c, 1000t [the model's]"},
        {"decode", 0, CLI_TEXT, &ask.decode, "NAME", "Search by greedy, swap or mbr [the model's]"},
        {"filter", 0, CLI_TEXT, &ask.filter, "NAMES", "Never pick such sentences [the model's]"},
        {"order", 0, CLI_TEXT, &ask.order, "NAME", "Order the sentences this way"},
        {"explain", 'e', CLI_FLAG, &ask.explain, NULL, "Print why each sentence was picked"},
        {"json", 0, CLI_FLAG, &ask.json, NULL, "Print one JSON object per cluster, with offsets"},
        {"html", 0, CLI_TEXT, &ask.html, "FILE", "Write a page of summaries beside their sources"},
        {"output", 'o', CLI_TEXT, &ask.output, "DIR", "Write each summary to DIR/ID.txt"},
        {"each", 0, CLI_FLAG, &ask.documents.each, NULL, "Summarize each file by itself"},
        CLI_JOBS_OPTION(&ask.jobs),
        {"quiet", 'q', CLI_FLAG, &ask.documents.quiet, NULL, "Print errors only on stderr"},
        CLI_MORE_OPTIONS,
        CLI_TOKENIZER_OPTION(&ask.tokenizer),
        {"readability-penalty", 0, CLI_REAL, &ask.readability_penalty, "N",
         "Penalise awkward sentences in the swap search [the model's]"},
        {"no-trim", 0, CLI_FLAG, &ask.no_trim, NULL, "Pick sentences as they are, with their brackets and \"But\""},
        {"max-rouge", 0, CLI_FLAG, &ask.max_rouge, NULL, "Pick for ROUGE-1 alone, without regard to readers"},
        {"train", 't', CLI_TEXT, &ask.train, "CLUSTERS", "Train the system on these clusters"},
        CLI_TEXT_OPTIONS(ask.documents),
        CLI_EXCEPTIONS_OPTION(&ask.exceptions),
        {"seed", 0, CLI_COUNT, &ask.seed, "N", "Seed the random choices of mixtures and systems"},
        {NULL, 0, CLI_FLAG, NULL, NULL, NULL}};
    static const cli_topic topics[] = {{"orders", show_orders}, {"filters", show_filters}, {NULL, NULL}};
    cli_line line = {.command = &cmd_summarize,
                     .options = options,
                     .topics = topics,
                     .notes = CLI_CLUSTER_NOTES,
                     .examples = EXAMPLES};
    work self = {.ask = &ask};
    knap_error error = {.status = KNAP_OK};
    int status = cli_parse(&line, argc, argv);
    if (status)
        return status;
    if (line.operands == 0 && !is_piped())
        return cli_say(CLI_USAGE, "summarize needs CLUSTERS: files, folders, or - for standard input");
    if (line.operands == 0) {
        line.operand = standard_input;
        line.operands = 1;
    }
    if ((status = find_order(ask.order, &self.order)))
        return status;
    if (ask.system && (status = cli_find_system(ask.system, &self.system)))
        return status;
    if (self.system && self.system->fit && !ask.train)
        return cli_say(CLI_USAGE, "system %s needs training: give clusters with --train", ask.system);
    if (ask.train && !(self.system && self.system->fit))
        return cli_say(CLI_USAGE, "--train needs a --system that is trained");
    if (ask.html && cli_team())
        return cli_say(CLI_USAGE, "--html needs all summaries in one process: leave mpirun out");
    if (ask.output && mkdir(ask.output, 0777) != 0 && errno != EEXIST)
        return cli_say(CLI_FAILED, "%s: cannot make this folder: %s", ask.output, strerror(errno));
    knap_status done = summarize(&self, line.operand, line.operands, &error);
    close_all(&self);
    if (done)
        return cli_fail(&error);
    return self.empty ? CLI_FAILED : CLI_DONE;
}

const cli_command cmd_summarize = {"summarize", "CLUSTERS... [-m MODEL] [-b 665b] [OPTION...]",
                                   "Summarize documents within a budget", run};
