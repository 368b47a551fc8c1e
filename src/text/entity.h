/* text/entity.h - characters written as entities: &amp; and &#8212; */
#ifndef KNAP_TEXT_ENTITY_H
#define KNAP_TEXT_ENTITY_H

#include <stddef.h>
#include <stdint.h>

/* Reads the entity at text[*at], an ampersand, and moves *at behind it. Returns its character, 0 for one that prints nothing, and
 * -1, without moving, where there is no entity or an unknown one. */
int32_t kn_entity(const char *text, size_t *at, size_t end);

#endif
