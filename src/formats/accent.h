/* formats/accent.h - letters with accents as roff and LaTeX write them: the letter and the accent apart. */
#pragma once

#include <stddef.h>

/* Writes the letter `base` with the accent that `mark` stands for in both formats: ' ` ^ " : ~ , = . and the letters of LaTeX
 * u v H c k r d b. Returns the bytes in UTF-8, at most 8; 0 where the mark is not known. */
size_t kn_accented(int base, char mark, char bytes[8]);
