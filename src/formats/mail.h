/* formats/mail.h - e-mail: one message, or an mbox of many. */
#pragma once

#include "formats/formats.h"

bool kn_mail_is(const char *name, const char *bytes, size_t length);
knap_status kn_mail_read(const kn_source *source, const kn_output *output, knap_error *error);
