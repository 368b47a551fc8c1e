/* learners.c - the table of learners. A new one is one file and one row. */
#include "core/learner.h"

#define LEARNERS(ROW)                                                                                                  \
    ROW("adagrad", kn_learner_adagrad)                                                                                 \
    ROW("ogd", kn_learner_ogd)                                                                                         \
    ROW("vw", kn_learner_vw)                                                                                           \
    ROW("vw-pairs", kn_learner_vw_pairs)                                                                               \
    ROW("aggregate", kn_learner_aggregate)

#define KIND_OF(name, kind) &(kind),
#define NAME_OF(name, kind) name,
static const kn_learner_kind *const kinds[] = {LEARNERS(KIND_OF)};
const char *const kn_learner_names[] = {LEARNERS(NAME_OF) NULL};

const kn_learner_kind *kn_learner_at(int choice)
{
    return kinds[choice];
}
