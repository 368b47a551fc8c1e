/* text/overstrike.h - removes the backspaces with which printed pages made bold and underlined letters. */
#pragma once

#include "text/map.h"

/* A letter that is struck over another, "N\bN" or "_\bn", stays alone. Backspaces elsewhere are left. Failures are kept in
 * mapped->text.failed. */
void kn_overstrike_remove(kn_mapped *mapped);
