// SPDX-License-Identifier: Apache-2.0

// What the C library knows about its heap.
#include <malloc.h>
