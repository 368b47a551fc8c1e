/* core/model.h - a system that is ready to pack: its params, what it learned, the features it learned from. */
#pragma once

#include "core/policy.h"

/* Text that goes with a model, for instance what the text layer needs to make instances. */
typedef struct kn_section {
    char *name, *text; /* of length + 1 bytes each, 0-terminated */
    size_t name_length, length;
    bool lent; /* constants of the program, which are not freed */
} kn_section;

struct knap_model {
    const knap_allocator *allocator;
    const knap_system *system;
    void *params;        /* [system->params_size]; NULL where the system has none */
    void *state;         /* what system->fit made; NULL where there is nothing to train */
    kn_symbols features; /* of the training data */
    kn_section *section; /* [sections] */
    size_t sections;
};

/* A model without training: `params` is copied, and initialised by the caller; `features` (NULL: none) are copied. */
knap_status kn_model_new(const knap_system *system, const void *params, const kn_symbols *features,
                         const knap_allocator *allocator, knap_model **model, knap_error *error);
/* A model of knap_train; takes the policy over, and frees it on failure. */
knap_status kn_model_of_policy(const knap_system *system, kn_policy *policy, const kn_symbols *features,
                               knap_model **model, knap_error *error);

/* Adds a section, in place of one with its name. Takes its bytes over, and frees them on failure. */
knap_status kn_model_take_section(knap_model *model, kn_section section, knap_error *error);

/* knap_model_parse. With `own` the bytes are a part of the program: their checksum, which takes as long to compute as the rest
 * takes to read, is not compared. */
knap_status kn_model_parse(const char *bytes, size_t length, const char *name, bool own,
                           const knap_allocator *allocator, knap_model **model, knap_error *error);

/* The model's policy; NULL where there is no model or its system does not learn one. */
static inline kn_policy *kn_model_policy(const knap_model *model)
{
    return model && model->system->run == kn_policy_run ? (kn_policy *)model->state : NULL;
}
