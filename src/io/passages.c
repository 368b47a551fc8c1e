/* passages.c - one item per line or row, grouped into instances by a field. The rows of a group follow each other, so that
 * memory does not grow with the file. */
#include "io/passages.h"
#include "io/jsonl.h"
#include "core/instance.h"
#include "base/keyed.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>

/* Remembers a group by the hash of its name. KNAP_BAD_INPUT where it was there before. */
static knap_status add_group(knap_reader *reader, knap_error *error)
{
    size_t known = reader->groups_seen.count;
    uint32_t number =
        kn_numbers_add(&reader->groups_seen, kn_hash_bytes(kn_hash_key(), reader->group.bytes, reader->group.length));
    if (number == KN_NO_NUMBER)
        return kn_no_memory(error);
    return number == known ? KNAP_OK
                           : kn_fail(error, KNAP_BAD_INPUT,
                                     "'%.60s' comes again after other values of '%.60s': sort the lines by it",
                                     reader->group.bytes, reader->options.by);
}

/* Reads the row as an item. *other becomes true where it belongs to another group; then it is not added. */
static knap_status read_row(knap_reader *reader, knap_data *data, knap_instance *instance, bool *other,
                            knap_error *error)
{
    kn_json *json = &reader->json;
    bool begun = knap_instance_count(instance) > 0;
    knap_status status = kn_read_item(reader, data, instance, other, error);
    if (!status && !*other && (kn_json_peek(json) || !json->ended))
        status = kn_fail(error, KNAP_BAD_INPUT,
                         "expected the end of the line, found '%c': the file has one item per line", *json->at);
    if (!status && !*other && !begun && reader->options.by && !(status = add_group(reader, error)))
        status = knap_instance_set_id(instance, reader->group.bytes, error);
    return status;
}

/* Whether a row that is wrong is passed over. */
static bool pass_over(knap_reader *reader, const kn_rows_from *rows, knap_error *error)
{
    if (!reader->options.bad || error->status != KNAP_BAD_INPUT)
        return false;
    reader->options.bad(reader->options.context, error);
    rows->take(reader);
    error->file[0] = 0;
    return true;
}

kn_read kn_read_passages(knap_reader *reader, knap_data *data, const kn_rows_from *rows, knap_error *error)
{
    knap_instance *instance = NULL;
    kn_read read;
    kn_reader_forget(reader);
    while ((read = rows->next(reader, error)) != KN_READ_END) {
        bool other = false;
        size_t line = reader->json.line;
        knap_status status = read == KN_READ_FAILED ? error->status : KNAP_OK;
        if (!status && !instance)
            status = knap_data_add(data, NULL, NAN, line, &instance, error);
        size_t count = instance ? knap_instance_count(instance) : 0;
        if (!status)
            status = read_row(reader, data, instance, &other, error);
        if (status) {
            kn_reader_failed_at(reader, line, error);
            if (instance && knap_instance_count(instance) == count && pass_over(reader, rows, error))
                continue;
            if (instance)
                knap_data_drop_last(data);
            return KN_READ_FAILED;
        }
        if (other)
            break;
        rows->take(reader);
    }
    if (!instance)
        return KN_READ_END;
    if (knap_instance_count(instance) == 0) {
        knap_data_drop_last(data);
        return KN_READ_END;
    }
    if (kn_resolve_after(reader, instance, error)) {
        knap_data_drop_last(data);
        return kn_reader_failed_at(reader, reader->json.line, error);
    }
    return KN_READ_ONE;
}
