// SPDX-License-Identifier: Apache-2.0

/// What most components never have: members with keys, replacements, and threads that wait for each other.
// SAFETY: it belongs to a `MemberState`, and is only touched as that is.
struct MemberExtras: @unchecked Sendable {
  /// A member, and what tells its instances apart.
  struct Keyed: Hashable {
    let member: Member
    let key: MemberKey
  }

  var keyed: [Keyed: MemberCell] = [:]
  var replacements: [MemberState.Target: Replacement] = [:]
  /// What those wait for who came while a value was being made.
  var flights: [MemberCell: Flight] = [:]
}
