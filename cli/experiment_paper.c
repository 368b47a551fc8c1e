/* experiment_paper.c - what knap experiment --paper adds: the systems and figures of the table of Zhou et al. 2013, and scores by
 * stems beside those of words as they are. */
#include "experiment.h"

#include <stdio.h>
#include <string.h>

/* In the order of the paper's table, with whole sentences and with a last one that is cut; dpp-mbr chooses lists as a whole. */
const char EXP_PAPER_SYSTEMS[] =
    "submod,dpp,dpp-mbr,conseqopt,scp,oracle,submod:overflow=yes,dpp:overflow=yes,conseqopt:overflow=yes,"
    "scp:overflow=yes,oracle:overflow=yes";

static const char STEMMED[] = " stemmed";

const double *exp_paper_figures(const experiment *self, size_t system)
{
    /* ROUGE-1 on DUC 2004, 665 bytes; the paper does not say which list of the DPP its row has */
    static const struct {
        const char *name;
        double figure[3];
    } table[] = {{"submod", {37.39, 36.86, 37.99}},  {"dpp", {38.27, 37.87, 38.71}},
                 {"dpp-mbr", {38.27, 37.87, 38.71}}, {"conseqopt", {39.02, 39.08, 39.00}},
                 {"scp", {39.15, 39.16, 39.17}},     {"oracle", {44.92, 45.14, 45.24}}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(self->system[system].system->name, table[i].name) == 0)
            return table[i].figure;
    return NULL;
}

void exp_measure_stems(experiment *self)
{
    cli_measures *measures = &self->measures;
    size_t count = measures->count;
    for (size_t m = 0; m < count && measures->count < CLI_MOST_MEASURES; m++) {
        char plain[sizeof measures->name[0]];
        memcpy(plain, measures->name[m], sizeof plain);
        snprintf(measures->name[measures->count++], sizeof plain, "%.20s%s", plain, STEMMED);
    }
}

bool exp_measure_stem(const experiment *self, size_t measure, char name[32])
{
    char *end;
    snprintf(name, 32, "%s", self->measures.name[measure]);
    if (!(end = strstr(name, STEMMED)))
        return self->text.stem;
    *end = 0;
    return true;
}
