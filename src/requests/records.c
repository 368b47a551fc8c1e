/* records.c - the records of an input and their answers. */
#include "requests/records.h"
#include "core/instance.h"
#include "base/error.h"

knap_status knap_records_new(const knap_data *like, const knap_allocator *allocator, knap_records **records,
                             knap_error *error)
{
    knap_records *self;
    knap_status status;
    size_t number;
    KN_REQUIRE(records);
    *records = NULL;
    if (!(self = kn_new(allocator, 1, sizeof *self)))
        return kn_no_memory(error);
    if (!(self->made = kn_new(allocator, 1, sizeof *self->made))) {
        kn_free(allocator, self, 1, sizeof *self);
        return kn_no_memory(error);
    }
    self->made->allocator = self->made->arena.allocator = allocator;
    status = knap_data_new(allocator, &self->data, error);
    for (size_t i = 0; !status && like && i < knap_data_feature_count(like); i++)
        status = knap_data_feature(self->data, knap_data_feature_name(like, i), &number, error);
    if (status)
        knap_records_free(self);
    else
        *records = self;
    return status;
}

void knap_records_clear(knap_records *records)
{
    if (!records)
        return;
    for (size_t i = 0; i < records->count; i++)
        knap_list_free(&records->answer[i].packed.list);
    knap_data_clear(records->data);
    kn_arena_clear(&records->made->arena);
    records->made->known = records->count = 0;
    records->context_failed = false;
    records->done = (knap_completion){0};
}

void knap_records_free(knap_records *records)
{
    kn_answers *made;
    if (!records)
        return;
    made = records->made;
    for (size_t i = 0; i < records->count; i++)
        knap_list_free(&records->answer[i].packed.list);
    KN_RELEASE(made->allocator, records->answer);
    kn_arena_free(&made->arena);
    knap_data_free(records->data);
    kn_free(made->allocator, records, 1, sizeof *records);
    kn_free(made->allocator, made, 1, sizeof *made);
}

void *kn_answers_copy(kn_answers *made, const void *array, size_t count, size_t size)
{
    void *copy = kn_arena_room(&made->arena, count, size);
    if (copy && count)
        memcpy(copy, array, count * size);
    return copy;
}

knap_status kn_records_add(knap_records *records, const knap_error *bad, knap_error *error)
{
    kn_answers *made = records->made;
    const knap_error *kept = bad ? kn_answers_copy(made, bad, 1, sizeof *bad) : NULL;
    size_t fresh = records->data->count - made->known;
    if ((bad && !kept) || !KN_ROOM(made->allocator, records->answer, records->count + fresh + 1))
        return kn_no_memory(error);
    while (made->known < records->data->count)
        records->answer[records->count++] = (knap_answer){.instance = records->data->instance[made->known++]};
    if (kept)
        records->answer[records->count++] = (knap_answer){.error = kept};
    return KNAP_OK;
}

knap_status knap_records_read(knap_records *records, knap_reader *reader, size_t limit, knap_error *error)
{
    knap_error wrong = {.status = KNAP_OK};
    size_t begin;
    bool more = true;
    knap_status status = KNAP_OK;
    KN_REQUIRE(records);
    KN_REQUIRE(reader);
    begin = records->count;
    while (!status && more) {
        size_t left = limit ? limit - (records->count - begin) : 0;
        bool failed = knap_reader_read(reader, left, records->data, NULL, &wrong) != KNAP_OK;
        bool bad = failed && wrong.status == KNAP_BAD_INPUT && knap_reader_resume(reader);
        status = kn_records_add(records, bad ? &wrong : NULL, error);
        more = bad && (!limit || records->count - begin < limit);
        if (!status && failed && !bad) {
            status = wrong.status;
            if (error)
                *error = wrong;
        }
    }
    records->made->absent_is_zero = knap_reader_absent_is_zero(reader);
    return status;
}

knap_status kn_answers_keep_context(kn_answers *made, const knap_context *context, knap_answer *to, knap_error *error)
{
    const char *text = knap_context_text(context, &to->length);
    const knap_cited *from;
    knap_cited *cited;
    bool good;
    while (knap_context_at(context, to->passages))
        to->passages++;
    to->context = kn_arena_text(&made->arena, text, to->length);
    to->passage = cited = kn_arena_room(&made->arena, to->passages, sizeof *cited);
    good = to->context && cited;
    for (size_t i = 0; good && i < to->passages; i++, cited++) {
        from = knap_context_at(context, i);
        *cited = *from;
        cited->item = kn_answers_copy(made, from->item, from->items, sizeof *from->item);
        cited->span = kn_answers_copy(made, from->span, from->spans, sizeof *from->span);
        cited->text = kn_arena_text(&made->arena, from->text, from->length);
        good = cited->item && cited->span && cited->text;
    }
    return good ? KNAP_OK : kn_no_memory(error);
}
