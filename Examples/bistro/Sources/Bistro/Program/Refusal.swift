// SPDX-License-Identifier: Apache-2.0

/// A wish that the bistro understands and does not grant. Says why, to the guest.
enum Refusal: Error, Equatable {
  /// What is asked for does not exist.
  case unknown(String)
  /// What is wanted makes no sense.
  case invalid(String)
  /// It could be granted, but not as things are now.
  case conflict(String)
}
