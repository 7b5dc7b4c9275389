// SPDX-License-Identifier: Apache-2.0

/// Notes the reads of one component's members.
package protocol ReadLog: AnyObject, Sendable {
  /// Notes a read.
  ///
  /// - Parameter reader: The innermost member that is being made around the read and whose component has a log; `nil` when other code reads.
  func note(_ site: MemberSite, _ scope: MemberScope, by reader: (log: any ReadLog, site: MemberSite, scope: MemberScope)?)
}

extension ReadLog {
  /// - Parameter chain: The builds running around the read.
  func note(_ read: borrowing MemberRead, in chain: MemberChain) {
    let reader = chain.lazy.compactMap { member in
      member.head.pointee.generation.object.log.map { ($0, member.head.pointee.site, member.head.pointee.scope) }
    }.first
    // An override reads its member to find it; that is no read of the program's.
    if reader != nil || !Override.isMaking { note(read.site, read.scope, by: reader) }
  }
}
