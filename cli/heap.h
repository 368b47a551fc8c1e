/* heap.h - the memory of the program. */
#ifndef CLI_HEAP_H
#define CLI_HEAP_H

/* Gets the memory that a summary of one cluster takes from the system at once, where it can. */
void cli_fill_heap(void);

#endif
