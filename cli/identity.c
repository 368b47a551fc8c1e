/* identity.c - what results were made from: digests of data, and where two descriptions differ. A run goes on from what an earlier
 * one left only where both descriptions agree. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t add_text(uint64_t digest, const char *text)
{
    return knap_hash(digest, text, strlen(text) + 1);
}

uint64_t cli_digest_file(uint64_t digest, const char *path)
{
    char piece[1 << 14];
    size_t got;
    struct stat about;
    FILE *file;
    bool failed;
    if (stat(path, &about) != 0 ? errno == ENOENT || errno == ENOTDIR : !S_ISREG(about.st_mode))
        return digest;
    file = fopen(path, "rb");
    while (file && (got = fread(piece, 1, sizeof piece, file)) > 0)
        digest = knap_hash(digest, piece, got);
    failed = !file || ferror(file);
    if (failed)
        exit(cli_say(CLI_FAILED, "%s: cannot read: %s", path, strerror(errno)));
    fclose(file);
    return digest;
}

/* Documents: their names without folders, their ids, their texts as decoded, and the files that they come from. */
static uint64_t add_documents(uint64_t digest, knap_document *const *document, size_t count)
{
    const char *before = "";
    digest = knap_hash(digest, &count, sizeof count);
    for (size_t i = 0; i < count; i++) {
        const char *name = knap_document_name(document[i]), *slash = strrchr(name, '/');
        digest = add_text(digest, slash ? slash + 1 : name);
        digest = add_text(digest, knap_document_id(document[i]));
        digest = add_text(digest, knap_document_text(document[i], NULL));
        if (strcmp(name, before) != 0)
            digest = cli_digest_file(digest, name);
        before = name;
    }
    return digest;
}

uint64_t cli_digest_cluster(uint64_t digest, const knap_cluster *cluster)
{
    digest = add_text(digest, cluster->id);
    digest = add_documents(digest, cluster->document, cluster->documents);
    return add_documents(digest, cluster->reference, cluster->references);
}

uint64_t cli_digest_exceptions(const char *path)
{
    static const char *const names[] = {"adj.exc", "adv.exc", "noun.exc", "verb.exc"};
    uint64_t digest = cli_digest_file(knap_hash(0, NULL, 0), path);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *inner = cli_format("%s/%s", path, names[i]);
        digest = cli_digest_file(add_text(digest, names[i]), inner);
        free(inner);
    }
    return digest;
}

cli_difference cli_first_difference(const char *found, const char *wanted)
{
    enum { MOST = 200 };
    size_t had, wants;
    for (;;) {
        had = strcspn(found, "\n");
        wants = strcspn(wanted, "\n");
        if (had != wants || memcmp(found, wanted, had) != 0 || !found[had] || !wanted[wants])
            break;
        found += had + 1;
        wanted += wants + 1;
    }
    return (cli_difference){found, wanted, (int)(had < MOST ? had : MOST), (int)(wants < MOST ? wants : MOST)};
}
