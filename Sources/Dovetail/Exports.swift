// SPDX-License-Identifier: Apache-2.0
@_exported public import DovetailChecks
@_exported public import DovetailRuntime
