/* name.c - the ending of a file's name, and messages about formats that were left out of the build. */
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"

#include <string.h>

bool kn_name_ends(const char *name, const char *endings)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    size_t length = dot ? strlen(dot + 1) : 0;
    while (length && *endings) {
        size_t size = strcspn(endings, " ");
        if (size == length && kn_ascii_same_start(dot + 1, endings, size))
            return true;
        endings += size + (endings[size] == ' ');
    }
    return false;
}

knap_status kn_left_out(const kn_source *source, const char *format, const char *option, const char *package,
                        knap_error *error)
{
    return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                      "this is %s, and knap was built without it: install %s and build with -D%s=ON", format, package,
                      option);
}
