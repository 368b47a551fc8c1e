/* inner.h - all that knap's own programs see: the public headers and LAYER/inner.h of each layer. Nothing of the latter is installed
 * or leaves libknap.so. */
#pragma once

#include "knap/knap.h"

#include "base/inner.h"
#include "batch/inner.h"
#include "core/inner.h"
#include "evaluate/inner.h"
#include "io/inner.h"
#include "logs/inner.h"
#include "passages/inner.h"
#include "requests/inner.h"
#include "rouge/inner.h"
#include "summarize/inner.h"
#include "systems/inner.h"
#include "text/inner.h"
#include "tokens/inner.h"
