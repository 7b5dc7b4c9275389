// SPDX-License-Identifier: Apache-2.0
import DovetailInspection

// The graph of what `migrate` wrote: swift run SwinjectSample --check-graph
GraphCommand.run(modules: MovedModules())
