/* requests/inner.h - requests for lists, as `knap pack`, POST /v1/pack and knap.pack of Python answer them.
 *
 *     reader -> records -> packer (budget, texts, model, context) -> answers
 *
 * The rules for arguments, failures and threads are in knap/base.h. */
#pragma once

#include "passages/inner.h"
#include "systems/inner.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Records and their answers ---- */

/* The answer to one record of an input. */
typedef struct knap_answer {
    const knap_error *error; /* why the record could not be read or packed; NULL: there is a list */
    knap_instance *instance; /* NULL: it could not be read */
    size_t number;           /* of the record in the input, from 0 */
    uint64_t draw;
    knap_packed packed;
    const knap_reason *reason; /* [items] NULL: not asked for */
    const char *context;       /* [length] the text that was made of the list, with a 0 behind it; NULL: none */
    size_t length;
    const knap_cited *passage; /* [passages] */
    size_t passages;
} knap_answer;

/* Records that are read and packed together. It can be cleared and used again; one thread at a time. */
typedef struct knap_records {
    knap_data *data;      /* the instances that could be read */
    knap_answer *answer;  /* [count] in the order of the input */
    size_t count;         /* of the records: instances, and what could not be read */
    knap_completion done; /* what was computed for the instances */
    bool context_failed;  /* an error of knap_packer_pack is about the context */
    struct kn_answers *made;
} knap_records;

/* `like` (may be NULL) has features that come first in the data. Free with knap_records_free. */
knap_status knap_records_new(const knap_data *like, const knap_allocator *allocator, knap_records **records,
                                      knap_error *error);
void knap_records_clear(knap_records *records);
void knap_records_free(knap_records *records);
/* Reads up to `limit` more records, 0: all that the reader has. One that is wrong gets its error as the answer, and the reading
 * goes on behind it. Other errors end the reading. */
knap_status knap_records_read(knap_records *records, knap_reader *reader, size_t limit, knap_error *error);

/* ---- Packing ---- */

/* Start from knap_packer_options_init. */
typedef struct knap_packer_options {
    const knap_model *model; /* must outlive the packer, as the meter */
    const knap_meter *meter; /* counts contexts; NULL: costs are given */
    double budget;           /* of every instance; NaN: the data's */
    uint64_t seed;
    bool keep_order; /* lists are in the order of the input */
    bool reasons;    /* find out why items are not in lists */
    knap_passages_settings passages;
    knap_context_settings context;
} knap_packer_options;

void knap_packer_options_init(knap_packer_options *options);

/* The draw of an instance: of all random choices of one request. */
uint64_t knap_draw(uint64_t seed, uint64_t number);

/* Packs records. It keeps languages and memory from one call to the next and serves one thread at a time. */
typedef struct knap_packer knap_packer;

/* An error is about the settings. Free with knap_packer_free. */
knap_status knap_packer_new(const knap_packer_options *options, const knap_allocator *allocator,
                                     knap_packer **packer, knap_error *error);
void knap_packer_free(knap_packer *packer);
/* Makes the instances ready and packs them: those of knap_records_read, and others that are in `data`. The first record is number
 * `first` of the input. An instance that cannot be packed gets its error as the answer. An error of the call concerns all of them:
 * the model does not belong to the data, or memory is out. The answers are valid until the records are cleared. `run` may be NULL;
 * its progress is called with the stage "pack". */
knap_status knap_packer_pack(knap_packer *packer, knap_records *records, size_t first, const knap_run *run,
                                      knap_error *error);
/* Packs an instance that was packed before once more, without a context: with another budget, for example. Free the list with
 * knap_packed_free. */
knap_status knap_packer_again(knap_packer *packer, const knap_instance *instance, size_t number,
                                       const knap_run *run, knap_packed *packed, knap_error *error);

#ifdef __cplusplus
}
#endif
