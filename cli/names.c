/* names.c - names of files made from the ids of clusters, each different from the others. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

cli_names cli_name_clusters(const knap_cluster *const *cluster, size_t count, char slash, const char *ending,
                            bool quiet)
{
    cli_names made = {.name = cli_new(count, sizeof *made.name)};
    knap_error error;
    if (knap_names_new(cli_allocator(), &made.names, &error))
        exit(cli_fail(&error));
    for (size_t i = 0; i < count; i++) {
        bool numbered;
        if (knap_names_add(made.names, cluster[i]->id, slash, ending, &made.name[i], &numbered, &error))
            exit(cli_fail(&error));
        if (numbered && !quiet)
            cli_say(CLI_DONE, "%s: note: another cluster has this id or file name: this one is written to %s",
                    cluster[i]->id, made.name[i]);
    }
    return made;
}

void cli_names_free(cli_names *names)
{
    free(names->name);
    knap_names_free(names->names);
    *names = (cli_names){.names = NULL};
}
