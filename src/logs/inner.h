/* logs/inner.h - what knap's own programs and other layers use of this layer beyond knap/logs.h: the table of its settings. */
#pragma once

#include "knap/logs.h"
#include "systems/inner.h"

const knap_param *knap_logs_table(void);

/* Whether all instances have logs and none has a reward: then training learns from the logs. */
bool knap_logs_only(const knap_data *data);
