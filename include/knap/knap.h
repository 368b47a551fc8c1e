/* knap/knap.h - includes all headers of the library. */
#ifndef KNAP_KNAP_H
#define KNAP_KNAP_H

#include "knap/base.h"
#include "knap/batch.h"
#include "knap/calls.h"
#include "knap/core.h"
#include "knap/evaluate.h"
#include "knap/io.h"
#include "knap/passages.h"
#include "knap/labels.h"
#include "knap/logs.h"
#include "knap/requests.h"
#include "knap/rouge.h"
#include "knap/summarize.h"
#include "knap/systems.h"
#include "knap/text.h"
#include "knap/tokens.h"

#endif
