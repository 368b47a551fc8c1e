/* core/checkpoint.h - the states of all trainings of a knap_train, in a file that is replaced as a whole. */
#pragma once

#include "core/inner.h"
#include "base/memory.h"

#include <pthread.h>

typedef struct kn_checkpoint {
    const knap_checkpoint *ask;
    const knap_allocator *allocator;
    uint64_t digest; /* of data and settings */
    size_t count;    /* trainings */
    kn_text *state;  /* [count] empty: not begun */
    size_t *epoch;   /* [count] that the state was saved in */
    double written;  /* the time of the last write */
    bool stopped;    /* a training was cancelled: the others end too */
    pthread_mutex_t lock;
} kn_checkpoint;

/* Reads the file where `ask` says so. Free in any case. */
knap_status kn_checkpoint_begin(kn_checkpoint *self, const knap_checkpoint *ask, const knap_data *train,
                                const knap_data *validate, const knap_settings *settings, size_t count,
                                const knap_allocator *allocator, knap_error *error);
void kn_checkpoint_free(kn_checkpoint *self);

/* Whether a state should be written after a round. `epochs` is the number of complete ones. */
bool kn_checkpoint_due(kn_checkpoint *self, size_t slot, size_t epochs);
/* Replaces the state of a slot by `bytes`, which is left empty, and writes the file unless `quiet`. Thread-safe. */
knap_status kn_checkpoint_put(kn_checkpoint *self, size_t slot, size_t epochs, kn_text *bytes, bool quiet,
                              knap_error *error);
knap_status kn_checkpoint_write(kn_checkpoint *self, knap_error *error);
/* Whether another training was cancelled; and the call that says so. */
bool kn_checkpoint_stopped(kn_checkpoint *self);
void kn_checkpoint_stop(kn_checkpoint *self);
