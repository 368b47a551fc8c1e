/* crew.c - the gradient of a batch by several threads. */
#include "core/crew.h"
#include "base/error.h"
#include "base/parallel.h"

/* A task is a run of places whose length is a power of two. It decides who adds what first, never what is added. */
enum { MOST_TASKS = 256 };

typedef struct shift {
    kn_crew *crew;
    const kn_course *course;
    const size_t *number;
    size_t first, end;  /* places */
    size_t start, size; /* the first task begins at `start`, a multiple of `size` */
} shift;

knap_status kn_crew_begin(kn_crew *crew, size_t jobs, size_t places, size_t width, const knap_allocator *allocator,
                          knap_error *error)
{
    *crew = (kn_crew){.allocator = allocator,
                      .jobs = jobs,
                      .workers = places > 1 ? kn_workers(jobs) : 1,
                      .tasks = places < MOST_TASKS ? places : MOST_TASKS + 1,
                      .width = width,
                      .stride = width + KN_APART / sizeof(double)};
    crew->round = kn_new(allocator, crew->workers, sizeof *crew->round);
    crew->leaf = kn_new(allocator, crew->workers * crew->stride, sizeof *crew->leaf);
    crew->task = kn_new(allocator, crew->tasks, sizeof *crew->task);
    if (!crew->round || !crew->leaf || !crew->task)
        return kn_no_memory(error);
    for (size_t i = 0; i < crew->workers; i++)
        kn_round_begin(&crew->round[i], places > 1 ? 1 : jobs, allocator);
    for (size_t i = 0; i < crew->tasks; i++)
        crew->task[i] = (kn_sums){.allocator = allocator, .width = width};
    return KNAP_OK;
}

void kn_crew_free(kn_crew *crew)
{
    for (size_t i = 0; crew->round && i < crew->workers; i++)
        kn_round_free(&crew->round[i]);
    for (size_t i = 0; crew->task && i < crew->tasks; i++)
        kn_sums_free(&crew->task[i]);
    kn_free(crew->allocator, crew->round, crew->workers, sizeof *crew->round);
    kn_free(crew->allocator, crew->leaf, crew->workers * crew->stride, sizeof *crew->leaf);
    kn_free(crew->allocator, crew->task, crew->tasks, sizeof *crew->task);
}

static knap_status run_task(void *context, size_t index, size_t worker, knap_error *error)
{
    const shift *self = context;
    kn_crew *crew = self->crew;
    kn_sums *mine = &crew->task[index];
    double *leaf = crew->leaf + worker * crew->stride;
    size_t from = self->start + index * self->size, to = from + self->size;
    knap_status status = KNAP_OK;
    mine->count = 0;
    for (size_t place = from < self->first ? self->first : from; !status && place < to && place < self->end; place++) {
        if (self->number[place] == SIZE_MAX)
            continue;
        status = kn_round_gradient(&crew->round[worker], self->course, self->number[place], leaf, error);
        if (!status)
            status = kn_sums_push(mine, (kn_sums_node){.first = place}, leaf, error);
    }
    return status;
}

knap_status kn_crew_gradient(kn_crew *crew, const kn_course *course, const size_t *number, size_t first, size_t end,
                             kn_sums *sums, knap_error *error)
{
    shift work = {.crew = crew, .course = course, .number = number, .first = first, .end = end, .size = 1};
    size_t tasks;
    knap_status status;
    while ((end - first) / work.size >= MOST_TASKS)
        work.size *= 2;
    work.start = first / work.size * work.size;
    tasks = (end - work.start + work.size - 1) / work.size;
    sums->count = 0;
    status = kn_parallel_try(crew->workers, tasks, run_task, &work, error);
    for (size_t t = 0; !status && t < tasks; t++)
        for (size_t n = 0; !status && n < crew->task[t].count; n++)
            status = kn_sums_push(sums, crew->task[t].node[n], crew->task[t].value + n * crew->width, error);
    return status;
}
