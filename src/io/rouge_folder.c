/* rouge_folder.c - summaries and references in folders: which file belongs to which topic. */
#include "io/folders.h"
#include "io/rouge_check.h"
#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 16 };

/* ---- Names ---- */

/* "folder/name" in `path`, emptied first; false when memory is out. */
static bool join(kn_text *path, const char *folder, const char *name)
{
    path->length = 0;
    kn_text_format(path, "%s/%s", folder, name);
    return !path->failed;
}

/* The last part of a path without slashes at its end, in `name`. */
static bool last_part(kn_text *name, const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/';)
        start--;
    name->length = 0;
    kn_text_add(name, path + start, end - start);
    return !name->failed;
}

/* ---- References ---- */

typedef struct reading {
    knap_rouge_set *set;
    const knap_allocator *allocator;
    const char *refs; /* a folder, or one file */
    bool refs_is_folder;
    kn_folder names; /* of the references' folder */
    knap_rouge_format format;
    knap_error *error;
} reading;

static bool has_references(const reading *on, const char *topic)
{
    size_t number = knap_rouge_set_find_topic(on->set, topic);
    return number < knap_rouge_set_topic_count(on->set) && knap_rouge_set_reference_count(on->set, number) > 0;
}

/* Adds the files of a folder, not of the folders in it. */
static knap_status add_folder(reading *on, const char *topic, const char *system, const char *folder)
{
    kn_text path = {.allocator = on->allocator};
    kn_folder list;
    knap_status status = kn_folder_list(&list, folder, on->allocator, on->error);
    for (size_t i = 0; !status && i < list.count; i++) {
        if (!join(&path, folder, list.entry[i].name))
            status = kn_no_memory(on->error);
        else if (!list.entry[i].folder)
            status = knap_rouge_read_text(on->set, topic, system, on->format, path.bytes, on->error);
    }
    kn_folder_free(&list);
    kn_text_free(&path);
    return status;
}

/* The first name that is not before `text`. */
static size_t lower_bound(const kn_folder *names, const char *text)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(names->entry[middle].name, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* REFS/TOPIC.txt, REFS/TOPIC.A.txt... */
static knap_status add_named(reading *on, const char *topic)
{
    kn_text prefix = {.allocator = on->allocator}, path = {.allocator = on->allocator};
    knap_status status = KNAP_OK;
    kn_text_format(&prefix, "%s.", topic);
    if (prefix.failed)
        status = kn_no_memory(on->error);
    for (size_t i = !status ? lower_bound(&on->names, prefix.bytes) : on->names.count;
         !status && i < on->names.count && strncmp(on->names.entry[i].name, prefix.bytes, prefix.length) == 0; i++) {
        if (!join(&path, on->refs, on->names.entry[i].name))
            status = kn_no_memory(on->error);
        else if (!on->names.entry[i].folder)
            status = knap_rouge_read_text(on->set, topic, NULL, on->format, path.bytes, on->error);
    }
    kn_text_free(&prefix);
    kn_text_free(&path);
    return status;
}

/* Adds the topic's references if there are any. */
static knap_status add_references(reading *on, const char *topic)
{
    kn_text folder = {.allocator = on->allocator}, inner = {.allocator = on->allocator};
    knap_status status = KNAP_OK;
    if (!on->refs_is_folder || has_references(on, topic))
        return KNAP_OK;
    if (!join(&folder, on->refs, topic) || !join(&inner, folder.bytes, "refs"))
        status = kn_no_memory(on->error);
    else if (kn_is_folder(inner.bytes))
        status = add_folder(on, topic, NULL, inner.bytes);
    else if (kn_is_folder(folder.bytes))
        status = add_folder(on, topic, NULL, folder.bytes);
    else
        status = add_named(on, topic);
    kn_text_free(&folder);
    kn_text_free(&inner);
    return status;
}

/* ---- Summaries ---- */

/* Shortens `name` step by step (M000.ID1.txt, M000.ID1, M000) until it has references; empty if none has. */
static knap_status find_topic(reading *on, kn_text *name)
{
    for (;;) {
        knap_status status = add_references(on, name->bytes);
        char *dot;
        if (status || has_references(on, name->bytes))
            return status;
        dot = strrchr(name->bytes, '.');
        name->length = dot ? (size_t)(dot - name->bytes) : 0;
        name->bytes[name->length] = 0;
        if (!name->length)
            return KNAP_OK;
    }
}

/* A summary whose name is not a topic is compared with the only topic there is: the files in REFS, or REFS
 * itself if it is a file. */
static knap_status add_lone_peer(reading *on, const char *path, kn_text *system)
{
    kn_text topic = {.allocator = on->allocator};
    knap_status status = KNAP_OK;
    char *dot;
    if (!last_part(&topic, on->refs) || !last_part(system, path))
        status = kn_no_memory(on->error);
    else if (!has_references(on, topic.bytes))
        status = on->refs_is_folder ? add_folder(on, topic.bytes, NULL, on->refs)
                                    : knap_rouge_read_text(on->set, topic.bytes, NULL, on->format, on->refs, on->error);
    if (!status && !has_references(on, topic.bytes))
        status = kn_fail_at(on->error, KNAP_BAD_INPUT, path, 0, "no references for this summary in %s", on->refs);
    if (!status) {
        dot = strrchr(system->bytes, '.');
        if (dot && dot > system->bytes)
            *dot = 0;
        status = knap_rouge_read_text(on->set, topic.bytes, system->bytes, on->format, path, on->error);
    }
    kn_text_free(&topic);
    return status;
}

/* One summary's file; `system` is NULL where the file was named by itself. */
static knap_status add_peer(reading *on, const char *path, const char *system)
{
    kn_text topic = {.allocator = on->allocator}, name = {.allocator = on->allocator};
    knap_status status = last_part(&topic, path) ? find_topic(on, &topic) : kn_no_memory(on->error);
    if (!status && !topic.length) {
        status = system
                     ? kn_fail_at(on->error, KNAP_BAD_INPUT, path, 0, "no references for this summary in %s", on->refs)
                     : add_lone_peer(on, path, &name);
    } else if (!status) {
        const char *slash = strrchr(path, '/');
        if (!system) {
            kn_text folder = {.allocator = on->allocator};
            kn_text_add(&folder, path, slash ? (size_t)(slash - path) : 0);
            if (folder.failed || !last_part(&name, folder.length ? folder.bytes : "peer"))
                status = kn_no_memory(on->error);
            kn_text_free(&folder);
        }
        if (!status)
            status =
                knap_rouge_read_text(on->set, topic.bytes, system ? system : name.bytes, on->format, path, on->error);
    }
    kn_text_free(&topic);
    kn_text_free(&name);
    return status;
}

/* The summaries of a folder and of the folders in it. `system` names the files here, `below` is put before the names
 * of the folders in it: the system of peers/scp/1/T1.txt is "scp/1" where peers is given. */
static knap_status add_system(reading *on, const char *folder, const char *system, const char *below, size_t depth)
{
    kn_text path = {.allocator = on->allocator}, inner = {.allocator = on->allocator};
    kn_folder list;
    knap_status status = kn_folder_list(&list, folder, on->allocator, on->error);
    if (!status && depth == DEEPEST)
        status = kn_fail_at(on->error, KNAP_BAD_INPUT, folder, 0,
                            "folders more than %d deep; is there a link to a folder above?", DEEPEST);
    for (size_t i = 0; !status && i < list.count; i++) {
        if (!join(&path, folder, list.entry[i].name)) {
            status = kn_no_memory(on->error);
        } else if (!list.entry[i].folder) {
            status = add_peer(on, path.bytes, system);
        } else {
            inner.length = 0;
            kn_text_format(&inner, "%s%s%s", below, below[0] ? "/" : "", list.entry[i].name);
            status = inner.failed ? kn_no_memory(on->error)
                                  : add_system(on, path.bytes, inner.bytes, inner.bytes, depth + 1);
        }
    }
    kn_folder_free(&list);
    kn_text_free(&path);
    kn_text_free(&inner);
    return status;
}

static knap_status add_systems(reading *on, const char *folder)
{
    kn_text name = {.allocator = on->allocator};
    knap_status status = last_part(&name, folder) ? add_system(on, folder, name.bytes, "", 0) : kn_no_memory(on->error);
    kn_text_free(&name);
    return status;
}

knap_status knap_rouge_read_peers(knap_rouge_set *set, const char *const *peer, size_t count, const char *refs,
                                  knap_rouge_format format, knap_error *error)
{
    reading on = {.set = set, .refs = refs, .format = format, .error = error};
    struct stat about;
    knap_status status = kn_rouge_check_read("knap_rouge_read_peers", set, refs, format, error);
    for (size_t i = 0; !status && i < count; i++)
        if (!peer || !peer[i])
            status = kn_fail(error, KNAP_USAGE, "knap_rouge_read_peers: peer %zu must not be NULL", i);
    if (status)
        return status;
    on.allocator = on.names.arena.allocator = knap_rouge_allocator(knap_rouge_set_scorer(set));
    on.refs_is_folder = kn_is_folder(refs);
    if (stat(refs, &about) != 0)
        return kn_fail_at(error, KNAP_IO, refs, 0, "cannot open the references: %s", strerror(errno));
    if (on.refs_is_folder)
        status = kn_folder_list(&on.names, refs, on.allocator, error);
    for (size_t i = 0; !status && i < count; i++)
        status = kn_is_folder(peer[i]) ? add_systems(&on, peer[i]) : add_peer(&on, peer[i], NULL);
    kn_folder_free(&on.names);
    return status;
}
