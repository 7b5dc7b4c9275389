// SPDX-License-Identifier: Apache-2.0
import Workloads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// operations WORKLOAD VARIANT COUNT: does an operation so often and nothing else, for tools that look at it from outside.
// Nothing here takes a second thread, which would disturb those tools.
let arguments = CommandLine.arguments
let workloads = try Workload.all() + Workload.counted()
guard arguments.count == 4, let count = Int(arguments[3]) else {
  print("usage: operations WORKLOAD VARIANT COUNT; there are:")
  for workload in workloads { print(workload.name, workload.variants.map(\.name).joined(separator: " ")) }
  exit(arguments.count == 1 ? 0 : 2)
}
let variant = workloads.first { $0.name == arguments[1] }?.variants.first { $0.name == arguments[2] }
guard let variant else {
  print("there is no workload '\(arguments[1])' with a variant '\(arguments[2])'")
  exit(2)
}
_ = try variant.run(count)
