/* systems/ilp.h - the integer program over concepts as data; the tests use it too. */
#pragma once

#include "systems/systems.h"

/* max sum_i weight_i c_i  so that  sum_j cost_j s_j <= budget,  c_i <= sum_{j holds i} s_j,  sum_{j in
 * group} s_j <= 1, s in {0,1}. */
typedef struct kn_cover_program {
    const knap_instance *instance;
    const kn_open *
        open; /* holds the pinned items; tells which items may be chosen besides them, at most one per group of alternatives */
    size_t concepts;
    double *weight;  /* [concepts] */
    size_t *start;   /* [concepts + 1] */
    uint32_t *item;  /* [start[concepts]] the items that hold each concept, rising */
    size_t capacity; /* of weight; start has one more */
    size_t items_capacity;
} kn_cover_program;

/* Concepts in at least `minimum` documents (items, where those are not known), or all where none is; concepts
 * of the same items are one. */
knap_status kn_program_begin(kn_cover_program *program, const kn_open *open, size_t minimum, knap_error *error);
void kn_program_end(kn_cover_program *program);
double kn_program_value(const kn_cover_program *program, const unsigned char *chosen);
/* chosen[n] with the pinned items: greedy by weight of new concepts / cost, then the best solution that
 * GLPK finds within the limits. */
knap_status kn_program_greedy(const kn_cover_program *program, unsigned char *chosen, knap_error *error);
knap_status kn_program_solve(const kn_cover_program *program, size_t nodes, double seconds, unsigned char *chosen,
                             knap_error *error);
