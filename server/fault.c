/* fault.c - what is wrong with a request, as JSON. */
#include "server.h"

#include <stdarg.h>

bool fault_set(fault *self, int status, const char *member, const char *format, ...)
{
    va_list arguments;
    if (self->status)
        return false;
    self->status = status;
    snprintf(self->member, sizeof self->member, "%s", member ? member : "");
    va_start(arguments, format);
    vsnprintf(self->message, sizeof self->message, format, arguments);
    va_end(arguments);
    return false;
}

void fault_write(const fault *self, cli_buffer *out)
{
    cli_add_text(out, "{\"error\":{\"status\":");
    cli_add_count(out, (size_t)self->status);
    if (self->member[0]) {
        cli_add_text(out, ",\"member\":");
        cli_add_json_string(out, self->member);
    }
    if (self->file[0]) {
        cli_add_text(out, ",\"file\":");
        cli_add_json_string(out, self->file);
    }
    if (self->line) {
        cli_add_text(out, ",\"line\":");
        cli_add_count(out, self->line);
    }
    cli_add_text(out, ",\"message\":");
    cli_add_json_string(out, self->message);
    cli_add_text(out, "}}\n");
}
