// SPDX-License-Identifier: Apache-2.0

// What recorders are asked, and what a container is watched for, is the same in both frameworks for tests.
@_exported public import DovetailTesting
