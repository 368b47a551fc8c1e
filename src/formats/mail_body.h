/* formats/mail_body.h - the text of a mail as its writer wrote it: quoted replies and signatures left out. */
#pragma once

#include "formats/extract.h"

/* Appends the paragraphs of a plain text body. `speaker` is the sender; it may be NULL. */
void kn_mail_body(kn_extract *extract, const char *text, size_t length, const char *speaker);
