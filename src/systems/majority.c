/* majority.c - Randomized Weighted Majority over named systems (section 3.3.1 of the paper; core/majority.c
 * has the algorithm).
 *
 * Each round draws a member by its share, builds its list, and measures the loss of every member in every
 * position of that list. A member is asked for its next item by packing the instance with the list so far
 * pinned. A model draws the member of an instance by the mean share over the rounds, which is the mixture
 * that Theorem 1 speaks of. */
#include "systems/systems.h"
#include "core/model.h"
#include "base/elementary.h"

#include <math.h>

typedef struct params {
    unsigned members;
    size_t epochs, seed;
    double eta;
} params;

/* The members and their bits in the setting, from the table of systems. */
#define NAME_OF(id, name) name,
#define SYSTEM_OF(id, name) &kn_system_##id,
#define BIT_OF(id, name) BIT_##id,
#define NONE(id, name)
static const char *const member_names[] = {KN_SYSTEMS(NAME_OF, NONE) NULL, NULL};
static const knap_system *const member_systems[] = {KN_SYSTEMS(SYSTEM_OF, NONE) NULL};
enum { KN_SYSTEMS(BIT_OF, NONE) MEMBERS };
_Static_assert(MEMBERS <= 32, "each member has a bit of an unsigned");

static const knap_param table[] = {
    {"members", KNAP_PARAM_SET, offsetof(params, members), 1u << BIT_mmr | 1u << BIT_centroid | 1u << BIT_lead, 1, 0,
     member_names, "Choose among these systems"},
    {"epochs", KNAP_PARAM_COUNT, offsetof(params, epochs), 5, 1, 1e6, NULL, "Make N passes over the training data"},
    {"eta", KNAP_PARAM_REAL, offsetof(params, eta), 0, 0, 1e6, NULL,
     "Set the step; 0 means sqrt(8 ln members / rounds)"},
    {"seed", KNAP_PARAM_COUNT, offsetof(params, seed), 1, 0, 9007199254740992.0, NULL, "Seed the random numbers"},
    KN_PARAM_END};

typedef struct council {
    const knap_allocator *allocator;
    size_t members, rounds;
    knap_model *model[MEMBERS];
    double share[MEMBERS]; /* mean over the rounds */
    double loss[MEMBERS];  /* sum over the rounds */
    double drawn_loss;     /* the same of the members drawn */
} council;

/* The context of a member's pick. */
typedef struct question {
    const council *council;
    const knap_model *model;
    knap_instance *copy;   /* the instance with pins of its own */
    unsigned char *choice; /* [items] */
    knap_list *list;       /* scratch */
    uint64_t draw;
    knap_status *status;
    knap_error *error;
} question;

/* The first item that the member adds to the list so far. */
static size_t pick(void *context, const knap_instance *instance, const knap_list *so_far)
{
    question *self = context;
    const knap_run run = {.allocator = self->council->allocator, .jobs = 1};
    size_t n = instance->count;
    if (*self->status)
        return n;
    for (size_t s = 0; s < n; s++)
        self->choice[s] = (unsigned char)knap_instance_choice(instance, s);
    for (size_t i = 0; i < so_far->count; i++)
        self->choice[so_far->item[i]] = KNAP_CHOICE_PIN;
    self->copy->pins = so_far->count;
    *self->status = knap_model_pack(self->model, self->copy, self->draw, &run, self->list, NULL, self->error);
    return !*self->status && self->list->count > so_far->count ? self->list->item[so_far->count] : n;
}

static void end(void *state)
{
    council *self = state;
    if (!self)
        return;
    for (size_t m = 0; m < self->members; m++)
        knap_model_free(self->model[m]);
    kn_free(self->allocator, self, 1, sizeof *self);
}

static knap_status fit_members(council *self, knap_data *train, const params *settings, const knap_run *run,
                               knap_error *error)
{
    knap_run quietly = {.allocator = run->allocator, .jobs = run->jobs};
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && member_systems[i]; i++) {
        const knap_system *system = member_systems[i];
        if (!(settings->members & 1u << i))
            continue;
        status =
            knap_system_fit(system, NULL, system->fit ? train : NULL, &quietly, &self->model[self->members], error);
        self->members += !status;
    }
    return status;
}

/* One round on one instance; adds the list's reward to *reward. */
static knap_status play(council *self, knap_majority *majority, const knap_instance *instance, knap_rng *rng,
                        knap_list *list, double *reward, knap_error *error)
{
    knap_instance copy = *instance;
    knap_list scratch = {.allocator = self->allocator};
    knap_status asked = KNAP_OK, status;
    unsigned char *choice = kn_new(self->allocator, instance->count, 1);
    knap_expert expert[MEMBERS];
    question ask[MEMBERS];
    double loss[MEMBERS], value = 0;
    uint64_t draw = knap_rng_next(rng);
    size_t drawn;
    if (!choice)
        return kn_no_memory(error);
    copy.choice = choice;
    copy.choice_rows = instance->count;
    for (size_t m = 0; m < self->members; m++) {
        ask[m] = (question){self, self->model[m], &copy, choice, &scratch, draw, &asked, error};
        expert[m] = (knap_expert){pick, &ask[m]};
        self->share[m] += knap_majority_share(majority, m);
    }
    status = knap_majority_round(majority, expert, instance, rng, &drawn, list, loss, error);
    status = asked ? asked : status;
    if (!status)
        status = knap_list_value(instance, list, &value, error);
    if (!status) {
        knap_majority_update(majority, loss);
        for (size_t m = 0; m < self->members; m++)
            self->loss[m] += loss[m];
        self->drawn_loss += loss[drawn];
        self->rounds++;
        *reward += value;
    }
    knap_list_free(&scratch);
    kn_free(self->allocator, choice, instance->count, 1);
    return status;
}

static knap_status tell(const council *self, size_t rounds, double reward, const knap_run *run, knap_error *error)
{
    knap_progress progress = {.fraction = (double)self->rounds / (double)rounds,
                              .reward = reward / (double)self->rounds,
                              .regret = self->drawn_loss / (double)self->rounds,
                              .bound = NAN,
                              .stage = "train"};
    return run->progress && run->progress(run->context, &progress) ? kn_fail(error, KNAP_CANCELLED, "cancelled")
                                                                   : KNAP_OK;
}

static knap_status play_all(council *self, knap_data *train, const params *settings, const knap_run *run,
                            knap_error *error)
{
    size_t rounds = settings->epochs * train->count;
    double eta = settings->eta > 0 ? settings->eta : sqrt(8 * kn_log((double)self->members + 1) / (double)rounds);
    knap_majority *majority;
    knap_list list = {.allocator = self->allocator};
    knap_rng rng;
    double reward = 0;
    knap_status status = knap_majority_new(self->members, eta, self->allocator, &majority, error);
    if (status)
        return status;
    knap_rng_seed(&rng, settings->seed);
    while (!status && self->rounds < rounds) {
        const knap_instance *instance = train->instance[self->rounds % train->count];
        status = play(self, majority, instance, &rng, &list, &reward, error);
        if (!status)
            status = tell(self, rounds, reward, run, error);
    }
    for (size_t m = 0; m < self->members; m++)
        self->share[m] /= (double)rounds;
    knap_list_free(&list);
    knap_majority_free(majority);
    return status;
}

static knap_status fit(knap_data *train, const void *settings, const knap_run *run, void **state, knap_error *error)
{
    council *self = kn_new(run->allocator, 1, sizeof *self);
    knap_status status;
    if (!self)
        return kn_no_memory(error);
    self->allocator = run->allocator;
    status = fit_members(self, train, settings, run, error);
    if (!status)
        status = play_all(self, train, settings, run, error);
    if (status)
        end(self);
    else
        *state = self;
    return status;
}

static knap_status run_majority(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const council *self = task->state;
    knap_rng rng;
    double at;
    size_t drawn = 0;
    (void)score;
    knap_rng_seed(&rng, task->draw ^ UINT64_C(0x6d616a6f72697479));
    at = knap_rng_uniform(&rng);
    while (drawn + 1 < self->members && (at -= self->share[drawn]) >= 0)
        drawn++;
    return knap_model_pack(self->model[drawn], task->instance, task->draw, task->run, list, NULL, error);
}

/* ---- The report ---- */

bool knap_model_majority(const knap_model *model, knap_majority_report *report)
{
    const council *self = model && model->system == &kn_system_majority ? model->state : NULL;
    double least = INFINITY;
    if (!self || !report)
        return false;
    *report = (knap_majority_report){.members = self->members, .rounds = self->rounds};
    for (size_t m = 0; m < self->members; m++)
        least = fmin(least, self->loss[m]);
    report->loss = self->drawn_loss / (double)self->rounds;
    report->regret = (self->drawn_loss - least) / (double)self->rounds;
    return true;
}

bool knap_model_member(const knap_model *model, size_t member, knap_majority_member *report)
{
    const council *self = model && model->system == &kn_system_majority ? model->state : NULL;
    if (!self || !report || member >= self->members)
        return false;
    *report = (knap_majority_member){.system = knap_model_system(self->model[member]),
                                     .share = self->share[member],
                                     .loss = self->loss[member] / (double)self->rounds};
    return true;
}

const knap_system kn_system_majority = {.name = "majority",
                                        .help = "trained: Randomized Weighted Majority over other systems",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .random = true,
                                        .words = true,
                                        .fit = fit,
                                        .run = run_majority,
                                        .end = end};
