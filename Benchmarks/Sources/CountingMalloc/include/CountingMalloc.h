// SPDX-License-Identifier: Apache-2.0
#ifndef COUNTING_MALLOC_H
#define COUNTING_MALLOC_H

/// How often the process asked for memory since it began. Only Linux with the GNU C library counts.
long counting_malloc_count(void);

/// The bytes that the process holds.
long counting_malloc_bytes(void);

#endif
