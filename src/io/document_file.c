/* document_file.c - the documents of one file, plain text or SGML. */
#include "io/document_file.h"
#include "io/sgml.h"
#include "base/file.h"

knap_status kn_corpus_bytes(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_text *bytes,
                            bool reference, knap_error *error)
{
    kn_decoded decoded;
    knap_document *document;
    knap_status status =
        kn_decode(name, bytes->bytes, bytes->length, corpus->encoding, corpus->allocator, &decoded, error);
    if (status)
        return status;
    if (kn_is_sgml(decoded.mapped.text.bytes, decoded.mapped.text.length)) {
        status = kn_sgml_documents(corpus, cluster, name, &decoded, reference, error);
        kn_mapped_free(&decoded.mapped);
        return status;
    }
    status = kn_document_of(name, NULL, &decoded, corpus->allocator, &document, error);
    if (status) {
        kn_mapped_free(&decoded.mapped);
        return status;
    }
    return kn_corpus_document(corpus, cluster, document, reference, error);
}

knap_status kn_corpus_file(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference,
                           knap_error *error)
{
    kn_text bytes = {.allocator = corpus->allocator};
    knap_status status = kn_read_file(path, &bytes, error);
    if (!status)
        status = kn_corpus_bytes(corpus, cluster, path, &bytes, reference, error);
    kn_text_free(&bytes);
    return status;
}
