/* io/csv.h - items in the rows of CSV and TSV files. */
#pragma once

#include "io/format.h"

/* Whether the stream starts with a header that names a field. */
bool kn_csv_recognise(knap_reader *reader);
void kn_csv_free(kn_csv *csv);
