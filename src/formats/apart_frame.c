/* apart_frame.c - the frames between a process and its readers. */
#include "formats/apart.h"
#include "base/bytes.h"

void kn_apart_begin_frame(kn_text *frame, int kind)
{
    frame->length = 0;
    kn_text_byte(frame, kind);
    kn_put_count(frame, 0);
}

void kn_apart_end_frame(kn_text *frame)
{
    if (frame->failed)
        return;
    for (size_t i = 0; i < 8; i++)
        frame->bytes[1 + i] = (char)(unsigned char)((uint64_t)(frame->length - KN_APART_HEAD) >> 8 * i);
}
