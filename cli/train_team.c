/* train_team.c - knap train by the processes of mpirun: each reads its own lines, keeps these instances and computes their gradients.
 *
 *     lines of this process -> its instances -> their sums for the preparation -> merged -> a trainer in every process
 *     task of the trainer -> gradient of its own instances of the batch -> merged -> the same step in every process
 *
 * Sums are merged in the shape of a fixed tree (knap/batch.h), so that it does not matter which process has which instance. */
#include "train_team.h"
#include "team.h"
#include "base/team.h"


#include <stdlib.h>
#include <string.h>

enum { SHARE = 1 << 22 /* bytes of lines that a process reads at once */ };

typedef struct division {
    const cli_lesson *lesson;
    const knap_team *team;
    knap_run run;         /* of this process alone */
    knap_reader **reader; /* [files] open until their notes are printed */
    knap_data *data;      /* the instances of this process */
    size_t *number;       /* [data] the place of each among all */
    size_t capacity;
    size_t total;           /* instances of all processes */
    bool failed;            /* something is wrong with the instances of this process */
    knap_settings settings; /* with views that the data can fill */
    knap_share *share;
    knap_trainer *trainer;
} division;

/* ---- Exchanges ---- */

/* Whether `good` is true in all processes. */
static knap_status vote(const division *self, bool good, bool *all_good, knap_error *error)
{
    cli_buffer mine = {.bytes = NULL};
    kn_messages all;
    knap_status status;
    cli_put_count(&mine, good);
    status = kn_team_share(self->team, &mine, &all, error);
    *all_good = !status;
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        cli_parcel from = kn_message(&all, rank);
        *all_good &= cli_take_count(&from) == 1;
    }
    free(mine.bytes);
    return status;
}

/* Merges the sums of all processes into those of this one. */
static knap_status merge(const division *self, knap_sums *sums, knap_error *error)
{
    const char *const *all, *bytes;
    const size_t *length;
    size_t count;
    knap_status status = knap_sums_format(sums, &bytes, &count, error);
    if (!status)
        status = self->team->share(self->team->context, bytes, count, &all, &length, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        knap_sums *other = NULL;
        if (rank == self->team->rank)
            continue;
        status = knap_sums_parse(all[rank], length[rank], cli_allocator(), &other, error);
        if (!status)
            status = knap_sums_merge(sums, other, error);
        knap_sums_free(other);
    }
    return status;
}

/* Whether the error concerns this process alone, and so ends it; others are found again by the process that reads all data. */
static bool is_own(const knap_error *problem, knap_error *error)
{
    if (problem->status != KNAP_NO_MEMORY && problem->status != KNAP_CANCELLED)
        return false;
    *error = *problem;
    return true;
}

/* ---- Reading ---- */

/* Numbers the instances that this process has no numbers for yet. */
static void add_numbers(division *self, size_t had, size_t first)
{
    size_t count = knap_data_count(self->data);
    if (count > self->capacity) {
        self->capacity = 2 * count;
        self->number = cli_grow(self->number, self->capacity, sizeof *self->number);
    }
    for (size_t i = had; i < count; i++)
        self->number[i] = first + i - had;
}

/* After the processes have read lines that follow each other in the order of the ranks: numbers their instances. *good is false
 * where something is wrong with the instances of a process. */
static knap_status number_round(division *self, size_t had, bool *good, knap_error *error)
{
    cli_buffer mine = {.bytes = NULL};
    kn_messages all;
    knap_status status;
    cli_put_count(&mine, knap_data_count(self->data) - had);
    cli_put_count(&mine, self->failed);
    status = kn_team_share(self->team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        cli_parcel from = kn_message(&all, rank);
        if (rank == self->team->rank)
            add_numbers(self, had, self->total);
        self->total += (size_t)cli_take_count(&from);
        *good &= cli_take_count(&from) == 0;
    }
    free(mine.bytes);
    return status;
}

/* Every process reads the first instance, which decides the features; the first process keeps it. */
static knap_status read_first(division *self, int file, bool *good, knap_error *error)
{
    knap_error problem = {.status = KNAP_OK};
    size_t added = 0, had = knap_data_count(self->data);
    knap_status status =
        cli_open_reader(self->lesson->file[file], self->lesson->reading, &self->reader[file], &problem);
    if (!status)
        status = knap_reader_read(self->reader[file], 1, self->data, &added, &problem);
    if (is_own(&problem, error))
        return error->status;
    status = vote(self, !status && added == 1 && knap_reader_divisible(self->reader[file]), good, error);
    if (status || !*good)
        return status;
    if (self->team->rank > 0)
        knap_data_drop_last(self->data);
    else
        add_numbers(self, had, self->total);
    self->total++;
    return KNAP_OK;
}

static knap_status read_file(division *self, int file, bool *good, knap_error *error)
{
    knap_error problem = {.status = KNAP_OK};
    bool any = true;
    knap_status status = read_first(self, file, good, error);
    while (!status && *good) {
        size_t had = knap_data_count(self->data);
        status = knap_reader_divide(self->reader[file], SHARE, self->team, &any, error);
        if (status || !any)
            break;
        self->failed =
            knap_reader_read_many(self->reader[file], 0, &self->run, NULL, NULL, self->data, NULL, &problem) != KNAP_OK;
        if (is_own(&problem, error))
            return error->status;
        status = number_round(self, had, good, error);
    }
    return status;
}

/* Whether the policy can be learned from these instances by parts: each has its reward, and there are no texts, whose words are
 * learned from all instances together, and no kinds of flaws, which are numbered in the order of all. */
static bool can_divide(const knap_data *data)
{
    for (size_t i = 0; i < knap_data_count(data); i++) {
        const knap_instance *instance = knap_data_at(data, i);
        if (!knap_instance_reward(instance))
            return false;
        for (size_t s = 0; s < knap_instance_count(instance); s++)
            if (knap_instance_item_text(instance, s))
                return false;
    }
    return knap_data_flaw_count(data) == 0;
}

/* Reads the files, and makes the instances ready. */
static knap_status read_all(division *self, bool *good, knap_error *error)
{
    const cli_reading *reading = self->lesson->reading;
    knap_error problem = {.status = KNAP_OK};
    knap_status status = KNAP_OK;
    *good = true;
    for (int i = 0; !status && *good && i < self->lesson->files; i++)
        status = read_file(self, i, good, error);
    if (status || !*good)
        return status;
    self->failed = self->failed || cli_set_budget(self->data, reading->budget, &problem) || !can_divide(self->data) ||
                   cli_complete(self->data, reading, self->run.jobs, &problem);
    if (is_own(&problem, error))
        return error->status;
    return vote(self, !self->failed, good, error);
}

/* ---- Training ---- */

/* The views that the data of all processes can fill. */
static knap_status choose_views(division *self, bool *good, knap_error *error)
{
    cli_buffer mine = {.bytes = NULL};
    kn_messages all;
    unsigned views = 0;
    knap_status status;
    cli_put_count(&mine, knap_data_count(self->data) ? knap_data_views(self->data) : 0);
    status = kn_team_share(self->team, &mine, &all, error);
    for (size_t rank = 0; !status && rank < self->team->size; rank++) {
        cli_parcel from = kn_message(&all, rank);
        views |= (unsigned)cli_take_count(&from);
    }
    free(mine.bytes);
    *good = knap_data_feature_count(self->data) > 0 && (self->settings.views & views) &&
            !(self->lesson->views_given && (self->settings.views & ~views));
    self->settings.views &= views;
    return status;
}

/* Prepares the instances of this process, and the trainer with what the processes found. */
static knap_status prepare(division *self, bool *good, knap_error *error)
{
    knap_error problem = {.status = KNAP_OK};
    knap_sums *sums = NULL;
    knap_status status = knap_share_new(self->data, self->number, &self->settings, &self->run, &self->share, &problem);
    if (!status)
        status = knap_share_prepare(self->share, &sums, &problem);
    if (is_own(&problem, error))
        return error->status;
    status = vote(self, !status, good, error);
    if (!status && *good)
        status = merge(self, sums, error);
    if (!status && *good && /* what is wrong here is so in all processes */
        knap_trainer_new(self->data, self->total, &self->settings, sums, cli_allocator(), &self->trainer, &problem))
        *good = false;
    knap_sums_free(sums);
    return status;
}

static knap_status tell(const division *self, knap_error *error)
{
    knap_progress progress;
    knap_status status = knap_trainer_progress(self->trainer, &progress, error);
    if (status || !self->run.progress || !self->run.progress(self->run.context, &progress))
        return status;
    return kn_fail(error, KNAP_CANCELLED, "cancelled");
}

static knap_status train(const division *self, knap_error *error)
{
    const char *task;
    size_t length;
    knap_status status;
    while (!(status = knap_trainer_task(self->trainer, &task, &length, error)) && length > 0) {
        knap_sums *sums = NULL;
        status = knap_share_gradient(self->share, task, length, &self->run, &sums, error);
        if (!status)
            status = merge(self, sums, error);
        if (!status)
            status = knap_trainer_step(self->trainer, sums, error);
        knap_sums_free(sums);
        if (!status)
            status = tell(self, error);
        if (status)
            break;
    }
    return status;
}

static knap_status run_all(division *self, knap_model **model, knap_report *report, knap_error *error)
{
    bool good = true;
    knap_status status = knap_data_new(cli_allocator(), &self->data, error);
    if (!status)
        status = read_all(self, &good, error);
    if (!status && good)
        status = choose_views(self, &good, error);
    if (!status && good)
        status = prepare(self, &good, error);
    if (status || !good)
        return status;
    for (int i = 0; i < self->lesson->files; i++) {
        cli_close_reader(self->reader[i], self->lesson->reading);
        self->reader[i] = NULL;
    }
    status = train(self, error);
    return status ? status : knap_trainer_model(self->trainer, model, report, error);
}

knap_status cli_train_divided(const cli_lesson *lesson, knap_model **model, knap_report *report, size_t *instances,
                              knap_error *error)
{
    division self = {.lesson = lesson, .team = cli_team(), .run = *lesson->run, .settings = *lesson->settings};
    knap_status status = KNAP_OK;
    *model = NULL;
    if (!self.team || lesson->reading->skip_bad || lesson->settings->batch < 2 ||
        lesson->settings->result == KNAP_RESULT_BEST || lesson->run->checkpoint)
        return KNAP_OK;
    for (int i = 0; i < lesson->files; i++)
        if (strcmp(lesson->file[i], "-") == 0)
            return KNAP_OK;
    self.reader = cli_new((size_t)lesson->files, sizeof(knap_reader *));
    status = run_all(&self, model, report, error);
    *instances = self.total;
    for (int i = 0; i < lesson->files; i++)
        knap_reader_close(self.reader[i]);
    free(self.reader);
    free(self.number);
    knap_trainer_free(self.trainer);
    knap_share_free(self.share);
    knap_data_free(self.data);
    return status;
}
