/* summarize_run.c - the clusters of a line, summarized.
 *
 *     corpus -> a few clusters at a time by each thread: material, lists, summaries -> printed in the order of the clusters
 *
 * The memory of a cluster is free again when it is summarized, so that an archive takes little more than its texts. */
#include "summarize_run.h"
#include "outline.h"
#include "team.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 16 }; /* pieces of work per thread that are begun and not printed */

typedef struct work {
    const cli_summarizing *ask;
    knap_corpus *corpus;
    const knap_cluster *const *clusters; /* of all processes */
    const knap_cluster *const *cluster;  /* [count] of this one */
    size_t first, count, total;          /* its place among all, which are `total` */
    knap_summarizer *summarizer;
    knap_model *fitted;      /* of the system; NULL without one */
    const knap_model *model; /* what packs: that, or the summarizer's */
    knap_budget budget;
    const char *exceptions;
    size_t threads, jobs;      /* threads, and those of one piece of work */
    size_t pieces, *start;     /* [pieces + 1] the first cluster of each */
    knap_languages **language; /* [threads] */
    struct result *result;     /* [count] */
    cli_names file;            /* ID.txt of each cluster, with --output */
    cli_buffer page;           /* with --html: the parts of the clusters */
    double reward;             /* of `measured` clusters */
    size_t measured;
    bool empty; /* a summary has no sentence */
    knap_status status;
    knap_error error;
} work;

/* What is known of a cluster when it is summarized. Where a piece of work fails, its first cluster has the error. */
typedef struct result {
    knap_error *error; /* NULL: none */
    char *text;        /* the summary */
    size_t length;
    cli_buffer out, page; /* what is printed, and its part of the page */
    double reward;        /* NaN: not measured */
    double least;         /* where no sentence fits: the cost of the shortest one; NaN otherwise */
    bool unknown;         /* the language was not recognised */
} result;

/* A cluster that a thread has in hand. */
typedef struct hand {
    const work *all;
    const knap_cluster *cluster;
    const knap_material *material;
    size_t index;        /* in the material */
    knap_packed *packed; /* its list */
    size_t number;       /* among those of this process */
    size_t *place;       /* [picked] of knap_summary_order */
    double *reason;      /* [picked][columns] of knap_model_explain; NULL: not explained */
    FILE *out;
} hand;

/* ---- Output ---- */

static knap_status explain(hand *self, knap_error *error)
{
    const knap_model *model = knap_summarizer_model(self->all->summarizer);
    const knap_list *list = &self->packed->list;
    self->reason = cli_new(list->count * knap_model_columns(model), sizeof *self->reason);
    return knap_model_explain(model, knap_data_at(knap_material_data(self->material), self->index),
                              self->all->ask->seed + self->all->first + self->number, list, self->reason, error);
}

static void print_reasons(const hand *self, size_t pick)
{
    const knap_model *model = knap_summarizer_model(self->all->summarizer);
    const double *row = self->reason + pick * knap_model_columns(model);
    size_t column[CLI_REASONS], count = cli_reasons(model, row, column);
    for (size_t i = 0; i < count; i++)
        fprintf(self->out, "    %+.2f  %s\n", row[column[i]], cli_reason_label(knap_model_column(model, column[i])));
}

static void print_name(void *context, const char *name)
{
    fprintf(context, "    awkward: %s\n", name);
}

static void print_explained(const hand *self)
{
    const knap_packed *packed = self->packed;
    for (size_t i = 0; i < packed->list.count; i++) {
        size_t pick = self->place[i];
        knap_candidate candidate = knap_material_item(self->material, self->index, packed->list.item[pick]);
        fprintf(self->out, "%s\n    picked %zu of %zu from %s", candidate.text, pick + 1, packed->list.count,
                knap_document_name(self->cluster->document[candidate.document]));
        if (packed->score)
            fprintf(self->out, ", score %.2f", packed->score[pick]);
        fprintf(self->out, "\n    %.0f%% understandable alone, %.0f%% in the style of a summary%s\n",
                100 * candidate.standalone, 100 * candidate.style,
                candidate.superseded ? ", superseded by a later document" : "");
        cli_each_flaw(knap_material_data(self->material), self->index, &packed->list, packed->list.item[pick],
                      print_name, self->out);
        print_reasons(self, pick);
    }
    if (packed->list.stopped)
        fprintf(self->out,
                "The search for better sentences stopped before all exchanges were tried: the document is long.\n");
}

static void print_json(const hand *self, const result *made)
{
    char *text = cli_json_format(cli_summary_json(&(cli_summary){.material = self->material,
                                                                 .number = self->index,
                                                                 .cluster = self->cluster,
                                                                 .packed = self->packed,
                                                                 .model = knap_summarizer_model(self->all->summarizer),
                                                                 .reason = self->reason,
                                                                 .budget = &self->all->budget,
                                                                 .text = made->text,
                                                                 .length = made->length,
                                                                 .place = self->place}),
                                 CLI_JSON_DIGITS);
    fprintf(self->out, "%s\n", text);
    free(text);
}

/* Prints each line of the summary as an item of a list. In Markdown its own marks are escaped. */
static void print_bullets(FILE *out, const char *text, size_t length, bool markdown)
{
    bool start = true;
    for (size_t i = 0; i < length; i++) {
        if (start)
            fputs("- ", out);
        if (markdown && strchr("\\`*_[]<>#|", text[i]))
            putc('\\', out);
        putc(text[i], out);
        start = text[i] == '\n';
    }
}

/* Prints the summary to self->out. */
static void print(const hand *self, const result *made)
{
    const work *all = self->all;
    const cli_summarizing *ask = all->ask;
    size_t number = all->first + self->number;
    if (ask->json) {
        print_json(self, made);
    } else if (!ask->output && !ask->html) {
        if (all->total > 1 || ask->documents.each)
            fprintf(self->out, "%s# %s\n%s", number ? "\n" : "", self->cluster->id, ask->markdown ? "\n" : "");
        if (self->reason)
            print_explained(self);
        else if (ask->bullets || ask->markdown)
            print_bullets(self->out, made->text, made->length, ask->markdown);
        else
            fwrite(made->text, 1, made->length, self->out);
    }
}

static knap_status print_outline(hand *self, knap_error *error)
{
    const work *all = self->all;
    if (all->total > 1 || all->ask->documents.each)
        fprintf(self->out, "%s[%s]\n", all->first + self->number ? "\n" : "", self->cluster->id);
    return cli_print_outline(self->out, self->material, self->index, self->cluster,
                             knap_summarizer_model(all->summarizer), all->ask->sections, error);
}

static knap_status show(hand *self, result *made, knap_error *error)
{
    const work *all = self->all;
    const cli_summarizing *ask = all->ask;
    const knap_list *list = &self->packed->list;
    char *text = NULL;
    size_t length = 0;
    knap_status status =
        knap_summary_text(self->material, self->index, list, ask->order, &made->text, &made->length, error);
    self->place = cli_new(list->count, sizeof *self->place);
    if (!status && ask->explain && !ask->system)
        status = explain(self, error);
    if (!status && (ask->json || ask->explain))
        status = knap_summary_order(self->material, self->index, list, ask->order, self->place, error);
    if (!status) {
        self->out = cli_page(&text, &length);
        status = ask->sections ? print_outline(self, error) : KNAP_OK;
        if (!ask->sections)
            print(self, made);
        cli_page_end(self->out, &text);
        made->out = (cli_buffer){.bytes = text, .length = length};
    }
    if (!status && ask->html)
        status = cli_html_cluster(&made->page, self->material, self->index, self->cluster, all->first + self->number,
                                  self->packed, ask->order, error);
    free(self->reason);
    free(self->place);
    return status;
}

/* ---- Pieces of work ---- */

/* The cost of the shortest sentence, where none was picked. */
static double least_cost(const hand *self)
{
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), self->index);
    double least = INFINITY;
    if (self->packed->list.count)
        return NAN;
    for (size_t i = 0; i < knap_instance_count(instance); i++)
        least = fmin(least, knap_instance_cost(instance, i));
    return least;
}

/* Makes the lists of the clusters from number `first` on. */
static knap_status pack(const work *self, size_t first, size_t count, size_t worker, knap_material **material,
                        knap_packed *packed, knap_error *error)
{
    const cli_summarizing *ask = self->ask;
    knap_run run = cli_run(self->jobs);
    knap_data *data;
    knap_status status = knap_material_new(self->summarizer,
                                           &(knap_text_input){.cluster = self->cluster + first,
                                                              .clusters = count,
                                                              .query = ask->query,
                                                              .language = ask->documents.language,
                                                              .exceptions = self->exceptions,
                                                              .budget = self->budget,
                                                              .ignores = ask->system ? ask->system->ignores : 0,
                                                              .system = ask->system ? ask->system->name : NULL,
                                                              .languages = self->language[worker]},
                                           &run, material, error);
    if (status)
        return status;
    data = knap_material_data(*material);
    status = cli_choose_sentences(*material, self->cluster, self->total, &ask->pins, &ask->bans, error);
    if (!status)
        status = knap_model_match(self->model, data, 0, error);
    if (!status)
        status = knap_pack_all(self->model, data, ask->seed + self->first + first, &run, packed, error);
    return status;
}

static knap_status finish(hand *self, result *made, knap_error *error)
{
    knap_packed *packed = self->packed;
    knap_status status = KNAP_OK;
    made->least = least_cost(self);
    made->unknown = strcmp(knap_material_language(self->material, self->index), "und") == 0;
    if (!isnan(packed->reward)) /* the model may have another reward than recall */
        status = knap_material_recall(self->material, self->index, &packed->list, &packed->reward, error);
    made->reward = packed->reward;
    return status ? status : show(self, made, error);
}

/* Keeps the error of a call that has failed. */
static void keep_error(result *made, knap_status status, const knap_error *error)
{
    if (!status)
        return;
    made->error = cli_new(1, sizeof *made->error);
    *made->error = *error;
    made->error->status = status;
}

static void summarize_piece(void *context, size_t piece, size_t worker)
{
    work *all = context;
    size_t first = all->start[piece], count = all->start[piece + 1] - first;
    result *made = &all->result[first];
    knap_material *material = NULL;
    knap_packed *packed = cli_new(count, sizeof *packed);
    knap_error error = {.status = KNAP_OK};
    keep_error(made, pack(all, first, count, worker, &material, packed, &error), &error);
    for (size_t i = 0; !made->error && i < count; i++) {
        hand self = {.all = all,
                     .cluster = all->cluster[first + i],
                     .material = material,
                     .index = i,
                     .packed = &packed[i],
                     .number = first + i};
        keep_error(&made[i], finish(&self, &made[i], &error), &error);
    }
    knap_packed_free(packed, count);
    free(packed);
    knap_material_free(material);
}

static void free_result(result *made)
{
    if (made->text)
        knap_text_free(cli_allocator(), made->text);
    free(made->out.bytes);
    free(made->page.bytes);
    free(made->error);
    *made = (result){.error = NULL};
}

/* Writes a summary to its file in OUTPUT. */
static knap_status write_summary(const work *self, size_t cluster, const result *made, knap_error *error)
{
    char *path = cli_format("%s/%s", self->ask->output, self->file.name[self->first + cluster]);
    knap_status status = cli_write_file(path, made->text, made->length, error);
    free(path);
    return status;
}

/* Prints why a summary is empty: no sentence fits. */
static void say_that_empty(const work *self, size_t cluster, double least)
{
    char budget[32];
    if (isinf(least))
        cli_say(CLI_DONE, "%s: no sentence in it, only code, tables or references: there is nothing to summarize",
                self->cluster[cluster]->id);
    else
        cli_say(CLI_DONE, "%s: no sentence fits the budget %s; the shortest costs %.0f", self->cluster[cluster]->id,
                knap_budget_format(&self->budget, budget, sizeof budget), least);
}

/* Prints what follows from a language that was not recognised. */
static void say_that_unknown(const work *self, size_t cluster)
{
    if (!self->ask->documents.language && !self->ask->documents.quiet)
        cli_say(
            CLI_DONE,
            "%s: note: language not recognised (und): words are not stemmed, function words count as others do, and "
            "few abbreviations are known; name the language with --lang CODE",
            self->cluster[cluster]->id);
}

/* Prints and writes what was made of a cluster, and frees it. */
static knap_status use_result(work *self, size_t cluster, result *made, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (made->error) {
        *error = *made->error;
        return error->status;
    }
    if (!isnan(made->least))
        say_that_empty(self, cluster, made->least);
    self->empty |= !isnan(made->least);
    if (made->unknown)
        say_that_unknown(self, cluster);
    if (self->ask->output)
        status = write_summary(self, cluster, made, error);
    if (!status) {
        fwrite(made->out.bytes, 1, made->out.length, stdout);
        cli_add(&self->page, made->page.bytes, made->page.length);
        self->reward += isnan(made->reward) ? 0 : made->reward;
        self->measured += isnan(made->reward) ? 0 : 1;
    }
    free_result(made);
    return status;
}

static bool use_piece(void *context, size_t piece)
{
    work *self = context;
    for (size_t i = self->start[piece]; !self->status && i < self->start[piece + 1]; i++)
        self->status = use_result(self, i, &self->result[i], &self->error);
    return !self->status;
}

static bool has_piece(void *context, size_t piece)
{
    return piece < ((const work *)context)->pieces;
}

/* ---- Running ---- */

/* The processes of mpirun each summarize a run of the clusters. */
static void take_share(work *self)
{
    const knap_team *team = cli_team();
    self->total = knap_corpus_clusters(self->corpus);
    knap_corpus_share(self->corpus, team, &self->first, &self->count);
    if (team)
        cli_team_drop_notes();
    self->cluster = self->clusters + self->first;
}

static knap_status open_all(work *self, char **operand, int operands, knap_error *error)
{
    const cli_summarizing *ask = self->ask;
    cli_documents documents = ask->documents;
    knap_status status = ask->model ? knap_summarizer_load(ask->model, cli_allocator(), &self->summarizer, error)
                                    : knap_summarizer_embedded(cli_allocator(), &self->summarizer, error);
    if (!status)
        status = cli_adjust(self->summarizer, &ask->changes, error);
    if (status)
        return status;
    self->budget = knap_summarizer_budget(self->summarizer);
    if ((status = cli_parse_budget(ask->budget, ask->tokenizer, &self->budget, error)))
        return status;
    documents.divide = true;
    status = cli_open_corpus(operand, operands, &documents, &self->corpus, &self->clusters, error);
    if (status)
        return status;
    take_share(self);
    self->exceptions =
        cli_exceptions(ask->exceptions, knap_summarizer_text(self->summarizer)->stem, ask->documents.quiet);
    return KNAP_OK;
}

/* Makes what picks: the summarizer's model, or a system, trained on --train where it needs training. */
static knap_status fit(work *self, knap_error *error)
{
    const cli_summarizing *ask = self->ask;
    knap_run run = cli_run(ask->jobs);
    knap_corpus *corpus = NULL;
    const knap_cluster *const *cluster = NULL;
    knap_material *train = NULL;
    char *path = (char *)(size_t)ask->train;
    knap_status status = KNAP_OK;
    if (!ask->system)
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
                                                          .ignores = ask->system ? ask->system->ignores : 0,
                                                          .system = ask->system ? ask->system->name : NULL},
                                       &run, &train, error);
    }
    if (!status) {
        void *params = cli_text_params(ask->system);
        status = knap_system_fit(ask->system, ask->system->params ? params : NULL,
                                 train ? knap_material_data(train) : NULL, &run, &self->fitted, error);
        free(params);
    }
    knap_material_free(train);
    free((void *)(size_t)cluster);
    knap_corpus_close(corpus);
    return status;
}

/* Prints the summaries of all processes, and adds up what they measured. */
static knap_status add_up(work *self, knap_error *error)
{
    cli_buffer mine = {.bytes = NULL};
    const knap_team *team = cli_team();
    const char *const *all;
    const size_t *lengths;
    knap_status status;
    cli_put_real(&mine, self->reward);
    cli_put_count(&mine, self->measured);
    cli_put_count(&mine, self->empty);
    status = team->share(team->context, mine.bytes, mine.length, &all, &lengths, error);
    for (size_t rank = 0; !status && rank < team->size; rank++) {
        cli_parcel from = {.at = all[rank], .left = lengths[rank]};
        if (rank == team->rank)
            continue;
        self->reward += cli_take_real(&from);
        self->measured += (size_t)cli_take_count(&from);
        self->empty |= cli_take_count(&from) != 0;
    }
    free(mine.bytes);
    if (!status)
        cli_team_collect();
    return status;
}

/* Writes the page of all processes: the first one joins their parts. */
static knap_status write_page(work *self, knap_error *error)
{
    cli_buffer *page = &self->page;
    knap_status status = KNAP_OK;
    if (cli_rank() > 0)
        cli_team_send(page->bytes ? page->bytes : "", page->length);
    for (size_t rank = 1; cli_rank() == 0 && cli_team() && rank < cli_team()->size; rank++) {
        size_t length;
        char *part = cli_team_receive(rank, &length);
        cli_add(page, part, length);
        free(part);
    }
    if (cli_rank() == 0)
        status = cli_write_html(self->ask->html, page->bytes ? page->bytes : "", page->length, error);
    return status;
}

/* Divides the clusters of this process into pieces of several, because a thread has the words of a language at hand when it goes from
 * cluster to cluster, and of fewer towards the end, so that the threads end together. Returns the number of pieces. */
static size_t divide(work *self)
{
    enum { MOST = 8 };
    size_t pieces = 0, at = 0;
    self->start = cli_new(self->count + 1, sizeof *self->start);
    while (at < self->count) {
        size_t some = self->threads > 1 ? (self->count - at) / self->threads / 4 : MOST;
        some = some < 1 ? 1 : some > MOST ? MOST : some;
        at = at + some < self->count ? at + some : self->count;
        self->start[++pieces] = at;
    }
    return pieces;
}

/* Summarizes the clusters of this process. Threads that are left over work together on one cluster. */
static knap_status summarize_all(work *self, knap_error *error)
{
    knap_status status = KNAP_OK;
    self->threads = cli_threads(self->ask->jobs, self->count);
    self->jobs = cli_threads(self->ask->jobs, SIZE_MAX) / self->threads;
    self->result = cli_new(self->count, sizeof *self->result);
    self->language = cli_new(self->threads, sizeof(knap_languages *));
    for (size_t i = 0; !status && i < self->threads; i++)
        status = knap_languages_new(cli_allocator(), &self->language[i], error);
    if (status)
        return status;
    self->pieces = divide(self);
    status = knap_pipeline_run(
        &(knap_pipeline){self->threads, self->threads * AHEAD, self, has_piece, summarize_piece, use_piece},
        cli_allocator(), error);
    if (status)
        return status;
    if (self->status)
        *error = self->error;
    return self->status;
}

static knap_status summarize(work *self, char **operand, int operands, knap_error *error)
{
    const cli_summarizing *ask = self->ask;
    knap_status status = open_all(self, operand, operands, error);
    if (status)
        return status;
    if (ask->output)
        self->file =
            cli_name_clusters(self->clusters, self->total, '-', ".txt", ask->documents.quiet || cli_rank() > 0);
    status = fit(self, error);
    self->model = ask->system ? self->fitted : knap_summarizer_model(self->summarizer);
    if (!status)
        status = summarize_all(self, error);
    if (!status && ask->html)
        status = write_page(self, error);
    fflush(stdout);
    if (!status && cli_team())
        status = add_up(self, error);
    if (!status && self->measured && !ask->documents.quiet && cli_rank() == 0)
        fprintf(stderr, "mean ROUGE-1 recall %.4f over %zu cluster%s\n", self->reward / (double)self->measured,
                self->measured, self->measured == 1 ? "" : "s");
    return status;
}

static void close_all(work *self)
{
    for (size_t i = 0; self->result && i < self->count; i++)
        free_result(&self->result[i]);
    free(self->result);
    free(self->start);
    for (size_t i = 0; self->language && i < self->threads; i++)
        knap_languages_free(self->language[i]);
    free(self->language);
    free(self->page.bytes);
    cli_names_free(&self->file);
    knap_model_free(self->fitted);
    knap_summarizer_free(self->summarizer);
    free((void *)(size_t)self->clusters);
    knap_corpus_close(self->corpus);
}

int cli_summarize(const cli_summarizing *ask, char **operand, int operands)
{
    work self = {.ask = ask};
    knap_error error = {.status = KNAP_OK};
    knap_status status = summarize(&self, operand, operands, &error);
    close_all(&self);
    if (status)
        return cli_fail(&error);
    return self.empty ? CLI_FAILED : CLI_DONE;
}
