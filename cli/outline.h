/* cli/outline.h - the outline of a document: each heading with the best sentences of its section. */
#pragma once

#include "cli.h"

/* Prints the headings of the documents of a cluster of the material, with at most `most` sentences below each, in their order: those
 * that the model rates highest as the first pick. */
knap_status cli_print_outline(FILE *out, const knap_material *material, size_t number, const knap_cluster *cluster,
                              const knap_model *model, size_t most, knap_error *error);
