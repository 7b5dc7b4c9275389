// SPDX-License-Identifier: Apache-2.0

// The allocation functions of the program, which come before those of the C library: they count, and let the library do the work.

#include "CountingMalloc.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

static void counted(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  counted();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  counted();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  counted();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  counted();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

long counting_malloc_count(void) { return atomic_load(&count); }

long counting_malloc_bytes(void) {
  struct mallinfo2 all = mallinfo2();
  return (long)(all.uordblks + all.hblkhd);
}
#else
long counting_malloc_count(void) { return -1; }
long counting_malloc_bytes(void) { return -1; }
#endif
