/* one.c - the reading of a file that holds one document. */
#include "formats/formats.h"
#include "base/error.h"

knap_status kn_format_extract(const kn_source *source, const kn_output *output,
                              knap_status (*fill)(const kn_source *source, kn_extract *extract, knap_error *error),
                              knap_error *error)
{
    kn_extract extract;
    knap_status status;
    kn_extract_begin(&extract, source->allocator);
    status = fill(source, &extract, error);
    if (!status && extract.failed)
        status = kn_no_memory(error);
    if (!status)
        status = output->document(output->context, &extract, "", error);
    kn_extract_free(&extract);
    return status;
}
