// SPDX-License-Identifier: Apache-2.0

// Questions to recorders, and the watches of a container, are the same in both frameworks for tests.
@_exported public import DovetailTesting
