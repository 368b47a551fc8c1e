/* name.c - the name of a file and its ending, and messages about formats that were left out of the build. */
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"

#include <string.h>

/* The last dot of the first `length` bytes, or NULL. */
static const char *last_dot(const char *name, size_t length)
{
    while (length > 0 && name[length - 1] != '.' && name[length - 1] != '/')
        length--;
    return length > 0 && name[length - 1] == '.' ? name + length - 1 : NULL;
}

static bool is_ending(const char *word, size_t length, const char *endings)
{
    while (length && *endings) {
        size_t size = strcspn(endings, " ");
        if (size == length && kn_ascii_same_start(word, endings, size))
            return true;
        endings += size + (endings[size] == ' ');
    }
    return false;
}

bool kn_name_ends(const char *name, const char *endings)
{
    size_t length = name ? strlen(name) : 0;
    const char *dot = last_dot(name, length);
    if (dot && is_ending(dot + 1, length - (size_t)(dot + 1 - name), "gz bz2 xz zst")) {
        length = (size_t)(dot - name);
        dot = last_dot(name, length);
    }
    return dot && is_ending(dot + 1, length - (size_t)(dot + 1 - name), endings);
}

bool kn_name_is(const char *name, const char *names)
{
    const char *slash = name ? strrchr(name, '/') : NULL;
    const char *last = slash ? slash + 1 : name;
    return last && is_ending(last, strlen(last), names);
}

knap_status kn_left_out(const kn_source *source, const char *format, const char *option, const char *package,
                        knap_error *error)
{
    return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                      "this is %s, and knap was built without it: install %s and build with -D%s=ON", format, package,
                      option);
}
