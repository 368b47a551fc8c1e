/* system.c - what a command line says of a system: its name, its settings, its training data. */
#include "cli.h"

#include <cblas.h>
#include <stdio.h>
#include <string.h>

knap_status cli_read_file(const char *path, double budget, knap_data *data, int *absent_is_zero, knap_error *error)
{
    knap_reader *reader;
    size_t added;
    knap_status status = knap_reader_open(path, NULL, &reader, error);
    if (status)
        return status;
    status = knap_reader_read(reader, 0, data, &added, error);
    *absent_is_zero = knap_reader_absent_is_zero(reader);
    knap_reader_close(reader);
    if (!status && added == 0) {
        snprintf(error->message, sizeof error->message, "there are no instances in it");
        snprintf(error->file, sizeof error->file, "%s", path);
        error->line = 0;
        error->status = status = KNAP_BAD_INPUT;
    }
    return status ? status : cli_set_budget(data, budget, error);
}

int cli_find_system(const char *name, const knap_system **system)
{
    /* The program runs threads of its own, and those of a BLAS beneath them only get in the way. */
    openblas_set_num_threads(1);
    *system = knap_system_find(name);
    if (*system)
        return CLI_DONE;
    fprintf(stderr, "knap: unknown system '%s': there are", name);
    for (size_t i = 0; knap_systems()[i]; i++)
        fprintf(stderr, "%s %s", i ? "," : "", knap_systems()[i]->name);
    fputc('\n', stderr);
    return CLI_USAGE;
}

/* A value may hold commas where what follows one is not another name=. */
int cli_set_params(const knap_system *system, const cli_texts *set, void *params)
{
    int status = CLI_DONE;
    knap_error error;
    for (int i = 0; status == CLI_DONE && i < set->count; i++) {
        const char *at = set->text[i];
        while (status == CLI_DONE && at) {
            const char *end = strchr(at, ',');
            while (end && strcspn(end + 1, "=") >= strcspn(end + 1, ","))
                end = strchr(end + 1, ',');
            if (knap_system_set(system, at, end ? (size_t)(end - at) : strlen(at), params, &error))
                status = cli_say(CLI_USAGE, "%s; 'knap pack --system %s --help' shows its settings",
                                 error.message, system->name);
            at = end ? end + 1 : NULL;
        }
    }
    return status;
}
