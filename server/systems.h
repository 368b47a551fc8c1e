/* server/systems.h - systems that requests name. */
#pragma once

#include "server.h"

/* The system of that name; NULL, with a fault, where there is none or it needs training. */
const knap_system *system_find(request *self, const char *name);
/* A model of the system with the settings of "set" (may be NULL), to be freed. */
bool system_fit(request *self, const knap_system *system, const json_t *set, knap_model **made);
