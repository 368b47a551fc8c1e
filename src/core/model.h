/* core/model.h - a trained policy with all that is needed to run it and to tell where it came from. */
#ifndef KNAP_CORE_MODEL_H
#define KNAP_CORE_MODEL_H

#include "core/mixture.h"

/* Text that goes with a model: what the text layer needs to make instances, for one. */
typedef struct kn_section {
    char *name, *text; /* of length + 1 bytes each, 0-terminated */
    size_t name_length, length;
} kn_section;

struct knap_model {
    const knap_allocator *allocator;
    knap_settings settings;
    kn_symbols features; /* names of the static features, in the order of the views */
    kn_symbols flaws;    /* names of the flaws that the views have columns for */
    size_t width;        /* columns of a view */
    size_t positions;    /* policies h_1..h_k */
    size_t iterates;     /* policies of the mixture */
    double *weight;      /* [iterates][positions][width] */
    double *deviation;   /* [width] of the columns over the training lists; 0: it did not vary */
    kn_section *section; /* [sections] */
    size_t sections, section_capacity;
    kn_symbols column; /* names of the columns */
};

/* A model of zeros for those settings (with the views really used), features and flaws, whose names are copied. */
knap_status kn_model_new(const knap_settings *settings, const kn_symbols *features, const kn_symbols *flaws,
                         size_t positions, size_t iterates, const knap_allocator *allocator, knap_model **model,
                         knap_error *error);

static inline int kn_model_sees_flaws(const knap_model *model)
{
    return (model->settings.views & kn_view_flaw_parts()) != 0;
}

/* The model's policies as it packs with them. */
kn_mixture kn_model_mixture(const knap_model *model);

static inline double *kn_model_policy(const knap_model *model, size_t iterate)
{
    return model->weight + iterate * model->positions * model->width;
}

#endif
