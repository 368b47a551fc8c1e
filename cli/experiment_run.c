/* experiment_run.c - makes the material of each fold, then runs the tasks (fold, system, seed) in parallel. Each task
 * writes its summaries into the output folder and then a marker, so that an interrupted run can be resumed. */
#include "experiment.h"
#include "team.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether this process runs the tasks of a fold: the processes of mpirun divide the folds. */
static bool is_mine(const experiment *self, size_t fold)
{
    (void)self;
    return !cli_team() || fold % cli_team()->size == cli_rank();
}

/* ---- Material ---- */

/* What no system of a ground reads. */
static unsigned ignored_parts(const experiment *self, size_t ground)
{
    unsigned all = ~0u;
    for (size_t s = 0; s < self->systems; s++)
        if (self->system[s].ground == ground)
            all &= knap_system_ignores(self->system[s].system, self->system[s].params);
    return all;
}

/* Makes the material of a fold for the text settings of the systems that have the ground `number`. */
static knap_status make_material(experiment *self, exp_fold *fold, size_t number, knap_error *error)
{
    exp_ground *ground = &fold->ground[number];
    const exp_system *system = self->system;
    knap_training_set set = {.train = fold->train,
                             .trains = fold->trains,
                             .language = self->language,
                             .exceptions = self->exceptions,
                             .budget = self->budget};
    knap_text_input input = {.cluster = self->test + fold->first,
                             .clusters = fold->count,
                             .language = self->language,
                             .exceptions = self->exceptions,
                             .budget = self->budget};
    knap_run run = cli_run(self->jobs);
    knap_status status;
    set.ignores = input.ignores = ignored_parts(self, number);
    while (system->ground != number)
        system++;
    status = knap_summarizer_fit(&set, &system->text, &run, &ground->text, &ground->train, error);
    if (!status)
        status = knap_material_new(ground->text, &input, &run, &ground->test, error);
    return !status && system->overflow ? exp_overflow_budgets(knap_material_data(ground->test), error) : status;
}

/* Whether two systems run on the same text. */
static bool same_text(const knap_text_settings *a, const knap_text_settings *b)
{
    char x[256], y[256];
    for (const knap_param *param = knap_text_settings_table(); param->name; param++)
        if (strcmp(knap_param_format(param, a, 1, x, sizeof x), knap_param_format(param, b, 1, y, sizeof y)) != 0)
            return false;
    return true;
}

static void number_grounds(experiment *self)
{
    self->grounds = 0;
    for (size_t s = 0; s < self->systems; s++) {
        size_t other = 0;
        while (other < s && (self->system[s].overflow != self->system[other].overflow ||
                             !same_text(&self->system[s].text, &self->system[other].text)))
            other++;
        self->system[s].ground = other < s ? self->system[other].ground : self->grounds++;
    }
}

static knap_status make_grounds(experiment *self, knap_error *error)
{
    knap_status status = KNAP_OK;
    number_grounds(self);
    for (size_t f = 0; !status && f < self->folds; f++) {
        if (!is_mine(self, f))
            continue;
        self->fold[f].ground = cli_new(self->grounds, sizeof *self->fold[f].ground);
        for (size_t g = 0; !status && g < self->grounds; g++)
            status = make_material(self, &self->fold[f], g, error);
    }
    return status;
}

/* ---- The output folder ---- */

#define DIGEST "whole " /* begins the last line of a marker */

/* What a task reports: its sentences and the flawed ones, and its training. */
typedef struct outcome {
    double sentences, flawed;
    cli_curve curve;
    size_t expected; /* epochs */
} outcome;

/* OUT/summaries/SYSTEM/SEED/NAME; free() it. */
static char *path_of(const experiment *self, size_t system, size_t seed, const char *name)
{
    return cli_format("%s/summaries/%s/%zu/%s", self->out, self->system[system].folder, seed + 1, name);
}

/* The path of a test cluster's summary; free() it. */
static char *summary_path(const experiment *self, size_t system, size_t seed, size_t test)
{
    return path_of(self, system, seed, self->file.name[test]);
}

/* The path of a finished task's marker; free() it. */
static char *marker_path(const experiment *self, size_t system, size_t seed, const exp_fold *fold)
{
    char name[48];
    snprintf(name, sizeof name, ".fold-%zu.done", (size_t)(fold - self->fold) + 1);
    return path_of(self, system, seed, name);
}

/* Names the summaries' files and the systems' folders, each different from the others. */
static knap_status name_files(experiment *self, knap_error *error)
{
    knap_status status = knap_names_new(cli_allocator(), &self->folders, error);
    self->file = cli_name_clusters(self->test, self->tests, '-', ".txt", self->quiet);
    for (size_t s = 0; !status && s < self->systems; s++)
        status = knap_names_add(self->folders, self->system[s].name, '-', "", &self->system[s].folder, NULL, error);
    return status;
}

/* Makes a folder that may be there already. */
static bool make_folder(char *path)
{
    bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
    free(path);
    return made;
}

static bool make_folders(const experiment *self, size_t system, size_t seed)
{
    return make_folder(cli_format("%s/summaries", self->out)) &&
           make_folder(cli_format("%s/summaries/%s", self->out, self->system[system].folder)) &&
           make_folder(path_of(self, system, seed, ""));
}

/* The digest of the experiment, and of a task's report and summaries. */
static uint64_t digest_task(const experiment *self, const exp_fold *fold, size_t system, size_t seed,
                            const char *report, size_t length)
{
    uint64_t digest = knap_hash(self->identity, report, length);
    for (size_t i = 0; i < fold->count; i++) {
        const char *summary = self->summary[exp_at(self, system, seed, fold->first + i)];
        digest = knap_hash(digest, summary, strlen(summary) + 1);
    }
    return digest;
}

/* The marker of a finished task is a hidden file, so that the folder can be given to `knap rouge`. It has the report
 * (sentences, flawed sentences and the oracle's reward, then one line per epoch of training) and last the digest of the experiment,
 * the report and the summaries. Nothing in the folder depends on the time that a run took. */
static void read_report(const char *text, outcome *heard)
{
    char *at;
    heard->sentences = strtod(text, &at);
    heard->flawed = strtod(at, &at);
    heard->curve.oracle = strtod(at, &at);
    for (char *end; heard->curve.points < CLI_MOST_POINTS; heard->curve.points++) {
        heard->curve.reward[heard->curve.points] = strtod(at, &end);
        if (end == at)
            break;
        heard->curve.regret[heard->curve.points] = strtod(end, &at);
        heard->curve.bound[heard->curve.points] = strtod(at, &at);
    }
}

static char *format_report(const outcome *heard)
{
    char *text = NULL;
    size_t length = 0;
    FILE *page = cli_page(&text, &length);
    fprintf(page, "%.0f %.0f %.6f\n", heard->sentences, heard->flawed, heard->curve.oracle);
    for (size_t i = 0; i < heard->curve.points; i++)
        fprintf(page, "%.6f %.6f %.6f\n", heard->curve.reward[i], heard->curve.regret[i], heard->curve.bound[i]);
    cli_page_end(page, &text);
    return text;
}

static bool load_summaries(experiment *self, const exp_fold *fold, size_t system, size_t seed)
{
    for (size_t i = 0; i < fold->count; i++) {
        char **summary = &self->summary[exp_at(self, system, seed, fold->first + i)];
        char *path = summary_path(self, system, seed, fold->first + i);
        free(*summary);
        *summary = cli_read_text(path);
        free(path);
        if (!*summary)
            return false;
    }
    return true;
}

static void drop_summaries(experiment *self, const exp_fold *fold, size_t system, size_t seed)
{
    for (size_t i = 0; i < fold->count; i++) {
        char **summary = &self->summary[exp_at(self, system, seed, fold->first + i)];
        free(*summary);
        *summary = NULL;
    }
}

/* Takes a finished task's summaries from the output folder; false where it is not finished, or where a file was changed or cut
 * since. */
static bool load_task(experiment *self, const exp_fold *fold, size_t system, size_t seed, outcome *heard)
{
    char *path = marker_path(self, system, seed, fold), *marker = cli_read_text(path), *last, wanted[48] = "";
    bool whole;
    free(path);
    last = marker ? strstr(marker, DIGEST) : NULL;
    whole = last && load_summaries(self, fold, system, seed);
    if (whole)
        snprintf(wanted, sizeof wanted, DIGEST "%016" PRIx64 "\n",
                 digest_task(self, fold, system, seed, marker, (size_t)(last - marker)));
    whole = whole && strcmp(last, wanted) == 0;
    if (whole) {
        *last = 0;
        read_report(marker, heard);
    } else {
        drop_summaries(self, fold, system, seed);
    }
    free(marker);
    return whole;
}

static knap_status save_task(const experiment *self, const exp_fold *fold, size_t system, size_t seed,
                             const outcome *heard, knap_error *error)
{
    knap_status status = KNAP_OK;
    char *path, *report = format_report(heard), *marker;
    for (size_t i = 0; !status && i < fold->count; i++) {
        const char *summary = self->summary[exp_at(self, system, seed, fold->first + i)];
        path = summary_path(self, system, seed, fold->first + i);
        status = cli_write_file(path, summary, strlen(summary), error);
        free(path);
    }
    path = marker_path(self, system, seed, fold);
    marker = cli_format("%s" DIGEST "%016" PRIx64 "\n", report,
                        digest_task(self, fold, system, seed, report, strlen(report)));
    if (!status)
        status = cli_write_file(path, marker, strlen(marker), error);
    free(marker);
    free(report);
    free(path);
    return status;
}

/* ---- Tasks ---- */

static int listen_in(void *context, const knap_progress *news)
{
    outcome *self = context;
    cli_curve_hear(&self->curve, self->expected, news);
    return 0;
}

/* Sets a param of the system if it has one of that name. */
static knap_status set_param(const knap_system *system, void *params, const char *name, const char *text,
                             knap_error *error)
{
    const knap_param *param = system->params ? knap_param_find(system->params, name) : NULL;
    return param ? knap_param_parse(param, params, text, error) : KNAP_OK;
}

static size_t epochs_of(const knap_system *system, const void *params)
{
    const knap_param *param = system->params ? knap_param_find(system->params, "epochs") : NULL;
    return param ? *(const size_t *)(const void *)((const char *)params + param->offset) : 0;
}

/* The text of a list, to be freed with free(). */
static knap_status write_summary(const experiment *self, size_t number, const knap_material *test, size_t cluster,
                                 knap_list *list, char **summary, knap_error *error)
{
    char *text = NULL;
    size_t length = 0;
    knap_status status;
    if (self->system[number].overflow)
        return exp_overflow_text(test, cluster, list, KNAP_ORDER_DEPEND, summary, error);
    status = knap_summary_text(test, cluster, list, KNAP_ORDER_DEPEND, &text, &length, error);
    if (!status) {
        *summary = cli_copy(text, length);
        knap_text_free(cli_allocator(), text);
    }
    return status;
}

static knap_status pack_task(experiment *self, const exp_fold *fold, size_t number, size_t seed,
                             const knap_model *model, outcome *heard, knap_error *error)
{
    knap_run run = cli_run(1);
    knap_packed *packed = cli_new(fold->count, sizeof *packed);
    const knap_material *test = fold->ground[self->system[number].ground].test;
    knap_data *data = knap_material_data(test);
    knap_status status;
    status = knap_model_match(model, data, 0, error);
    if (!status)
        status = knap_pack_all(model, data, knap_draw(seed, fold->first), &run, packed, error);
    for (size_t i = 0; !status && i < fold->count; i++) {
        status = write_summary(self, number, test, i, &packed[i].list,
                               &self->summary[exp_at(self, number, seed, fold->first + i)], error);
        heard->sentences += (double)packed[i].list.count;
        for (size_t j = 0; j < packed[i].list.count; j++)
            heard->flawed += knap_list_flaws(knap_data_at(data, i), &packed[i].list, packed[i].list.item[j]) != 0;
    }
    knap_packed_free(packed, fold->count);
    free(packed);
    return status;
}

static knap_status run_task(experiment *self, const exp_fold *fold, size_t number, size_t seed, outcome *heard,
                            double *seconds, knap_error *error)
{
    const knap_system *system = self->system[number].system;
    const exp_ground *ground = &fold->ground[self->system[number].ground];
    void *params = cli_new(1, system->params_size);
    knap_model *model = NULL;
    knap_run run = {.allocator = cli_allocator(), .jobs = 1, .progress = listen_in, .context = heard};
    double start = cli_seconds();
    char number_of_seed[32];
    knap_status status;
    memcpy(params, self->system[number].params, system->params_size);
    snprintf(number_of_seed, sizeof number_of_seed, "%zu", seed + 1);
    status = set_param(system, params, "seed", number_of_seed, error);
    heard->expected = epochs_of(system, params);
    if (!status && self->tune && system->grid && !system->fit) {
        knap_run quietly = cli_run(1);
        status = knap_system_tune(system, NULL, knap_material_data(ground->train), &quietly, params, NULL, error);
    }
    if (!status)
        status = knap_system_fit(system, system->params ? params : NULL,
                                 system->fit ? knap_material_data(ground->train) : NULL, &run, &model, error);
    if (!status)
        status = pack_task(self, fold, number, seed, model, heard, error);
    knap_model_free(model);
    free(params);
    *seconds = cli_seconds() - start;
    return status;
}

/* The mean over the folds, always in their order, so that it does not depend on the threads. */
static void average_curves(experiment *self, size_t number)
{
    cli_curve *mean = &self->system[number].curve;
    double told = 0;
    for (size_t f = 0; f < self->folds; f++) {
        const cli_curve *one = &self->heard[number * self->folds + f];
        if (one->points == 0)
            continue;
        told++;
        mean->points = one->points;
        mean->oracle += one->oracle;
        for (size_t i = 0; i < one->points; i++) {
            mean->reward[i] += one->reward[i];
            mean->regret[i] += one->regret[i];
            mean->bound[i] += one->bound[i];
        }
    }
    for (size_t i = 0; i < mean->points; i++) {
        mean->reward[i] /= told;
        mean->regret[i] /= told;
        mean->bound[i] /= told;
    }
    mean->oracle /= told > 0 ? told : 1;
}

/* ---- All of it ---- */

typedef struct task {
    size_t fold, system, seed;
} task;

/* What the threads share. */
typedef struct tasks {
    experiment *all;
    task *list; /* [total] */
    size_t total;
    const knap_run *run;
    knap_status status; /* the first that failed, with its error */
    knap_error *error;
    pthread_mutex_t lock; /* of both, and of the sums over tasks */
} tasks;

static void show_progress(const knap_run *run, size_t done, size_t total)
{
    knap_progress news = {.fraction = (double)done / (double)total, .stage = "run"};
    if (run->progress)
        run->progress(run->context, &news);
}

static size_t list_tasks(const experiment *self, task *list)
{
    size_t count = 0;
    for (size_t s = 0; s < self->systems; s++)
        for (size_t seed = 0; seed < self->system[s].seeds; seed++)
            for (size_t f = 0; f < self->folds; f++)
                list[count++] = (task){f, s, seed};
    return count;
}

/* ---- Several processes ---- */

static void put_curve(cli_buffer *to, const cli_curve *curve)
{
    cli_put_count(to, curve->points);
    cli_put_real(to, curve->oracle);
    for (size_t i = 0; i < curve->points; i++) {
        cli_put_real(to, curve->reward[i]);
        cli_put_real(to, curve->regret[i]);
        cli_put_real(to, curve->bound[i]);
    }
}

static void take_curve(cli_parcel *from, cli_curve *curve)
{
    size_t epochs = (size_t)cli_take_count(from);
    curve->points = epochs < CLI_MOST_POINTS ? epochs : CLI_MOST_POINTS;
    curve->oracle = cli_take_real(from);
    for (size_t i = 0; i < curve->points; i++) {
        curve->reward[i] = cli_take_real(from);
        curve->regret[i] = cli_take_real(from);
        curve->bound[i] = cli_take_real(from);
    }
}

/* All that the tasks of this process have made: sums over its tasks, then the curves and the summaries of its folds. */
static void write_share(const experiment *self, cli_buffer *to)
{
    for (size_t s = 0; s < self->systems; s++) {
        const exp_system *system = &self->system[s];
        cli_put_real(to, system->sentences);
        cli_put_real(to, system->flawed);
        for (size_t seed = 0; seed < system->seeds; seed++)
            cli_put_real(to, system->seconds[seed]);
        for (size_t f = 0; f < self->folds; f++)
            if (is_mine(self, f))
                put_curve(to, &self->heard[s * self->folds + f]);
        for (size_t seed = 0; seed < system->seeds; seed++)
            for (size_t f = 0; f < self->folds; f++)
                for (size_t i = 0; is_mine(self, f) && i < self->fold[f].count; i++) {
                    const char *text = self->summary[exp_at(self, s, seed, self->fold[f].first + i)];
                    cli_put_bytes(to, text, strlen(text));
                }
    }
}

/* Adds what another process has made. */
static void read_share(experiment *self, size_t rank, cli_parcel *from)
{
    for (size_t s = 0; s < self->systems; s++) {
        exp_system *system = &self->system[s];
        system->sentences += cli_take_real(from);
        system->flawed += cli_take_real(from);
        for (size_t seed = 0; seed < system->seeds; seed++)
            system->seconds[seed] += cli_take_real(from);
        for (size_t f = rank; f < self->folds; f += cli_team()->size)
            take_curve(from, &self->heard[s * self->folds + f]);
        for (size_t seed = 0; seed < system->seeds; seed++)
            for (size_t f = rank; f < self->folds; f += cli_team()->size)
                for (size_t i = 0; i < self->fold[f].count; i++) {
                    size_t length;
                    const char *text = cli_take_bytes(from, &length);
                    self->summary[exp_at(self, s, seed, self->fold[f].first + i)] = cli_copy(text, length);
                }
    }
}

static knap_status exchange(experiment *self, knap_error *error)
{
    const knap_team *team = cli_team();
    const char *const *all;
    const size_t *lengths;
    cli_buffer mine = {.bytes = NULL};
    knap_status status;
    write_share(self, &mine);
    status = team->share(team->context, mine.bytes, mine.length, &all, &lengths, error);
    for (size_t rank = 0; !status && rank < team->size; rank++)
        if (rank != team->rank)
            read_share(self, rank, &(cli_parcel){.at = all[rank], .left = lengths[rank]});
    free(mine.bytes);
    return status;
}

/* Runs one task, on any thread. */
static void do_task(tasks *work, const task *at)
{
    experiment *self = work->all;
    const exp_fold *fold = &self->fold[at->fold];
    outcome heard = {.sentences = 0};
    double seconds = 0;
    knap_error mine = {.status = KNAP_OK};
    knap_status done = KNAP_OK;
    if (!self->out || !load_task(self, fold, at->system, at->seed, &heard)) {
        heard = (outcome){.sentences = 0};
        done = run_task(self, fold, at->system, at->seed, &heard, &seconds, &mine);
        if (!done && self->out && !make_folders(self, at->system, at->seed)) {
            mine = (knap_error){.status = KNAP_IO};
            snprintf(mine.message, sizeof mine.message, "%.300s: cannot make folders here: %s", self->out,
                     strerror(errno));
            done = KNAP_IO;
        }
        if (!done && self->out)
            done = save_task(self, fold, at->system, at->seed, &heard, &mine);
    }
    pthread_mutex_lock(&work->lock);
    self->system[at->system].seconds[at->seed] += seconds;
    self->system[at->system].sentences += heard.sentences;
    self->system[at->system].flawed += heard.flawed;
    if (at->seed == 0)
        self->heard[at->system * self->folds + at->fold] = heard.curve;
    if (done && !work->status) {
        char text[512];
        work->status = done;
        *work->error = mine;
        snprintf(text, sizeof text, "%s: %.400s", self->system[at->system].name, mine.message);
        snprintf(work->error->message, sizeof work->error->message, "%s", text);
    }
    pthread_mutex_unlock(&work->lock);
}

static bool has_failed(tasks *work)
{
    bool failed;
    pthread_mutex_lock(&work->lock);
    failed = work->status != KNAP_OK;
    pthread_mutex_unlock(&work->lock);
    return failed;
}

static void run_one(void *context, size_t index, size_t worker)
{
    tasks *work = context;
    (void)worker;
    if (!has_failed(work) && is_mine(work->all, work->list[index].fold))
        do_task(work, &work->list[index]);
}

static bool has_task(void *context, size_t index)
{
    return index < ((const tasks *)context)->total;
}

static bool count_one(void *context, size_t index)
{
    tasks *work = context;
    show_progress(work->run, index + 1, work->total);
    return !has_failed(work);
}

knap_status exp_run(experiment *self, knap_error *error)
{
    cli_progress bar;
    knap_run run = cli_run(1);
    tasks work = {.all = self, .run = &run, .error = error};
    knap_status status = KNAP_OK;
    work.list = cli_new(self->folds * self->systems * self->seeds, sizeof *work.list);
    self->summary = cli_new(self->systems * self->seeds * self->tests, sizeof *self->summary);
    self->heard = cli_new(self->systems * self->folds, sizeof *self->heard);
    if (self->out)
        status = name_files(self, error);
    if (!status)
        status = make_grounds(self, error);
    if (!status)
        work.total = list_tasks(self, work.list);
    cli_progress_attach(&bar, &run, self->quiet);
    pthread_mutex_init(&work.lock, NULL);
    if (!status)
        status = knap_pipeline_run(
            &(knap_pipeline){cli_threads(self->jobs, work.total), work.total, &work, has_task, run_one, count_one},
            cli_allocator(), error);
    pthread_mutex_destroy(&work.lock);
    cli_progress_end(&bar);
    status = status ? status : work.status;
    if (!status && cli_team())
        status = exchange(self, error);
    for (size_t s = 0; !status && s < self->systems; s++)
        average_curves(self, s);
    free(work.list);
    return status;
}

void exp_free(experiment *self)
{
    for (size_t f = 0; self->fold && f < self->folds; f++) {
        for (size_t g = 0; self->fold[f].ground && g < self->grounds; g++) {
            knap_material_free(self->fold[f].ground[g].train);
            knap_material_free(self->fold[f].ground[g].test);
            knap_summarizer_free(self->fold[f].ground[g].text);
        }
        free(self->fold[f].ground);
        free(self->fold[f].train);
    }
    for (size_t i = 0; self->summary && i < self->systems * self->seeds * self->tests; i++)
        free(self->summary[i]);
    for (size_t s = 0; s < self->systems; s++) {
        free(self->system[s].seconds);
        free(self->system[s].params);
        free(self->system[s].name);
    }
    cli_names_free(&self->file);
    knap_names_free(self->folders);
    free(self->fold);
    free(self->test);
    free(self->summary);
    free(self->heard);
    free(self->score);
    free(self->row);
}
