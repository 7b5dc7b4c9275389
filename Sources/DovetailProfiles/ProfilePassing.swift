// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A module that reads a profile, and hands it on to modules that it includes by their type alone.
///
/// ```swift
/// struct CarModule: ProfilePassing {
///   let profile: Profile
///
///   var bindings: Bindings {
///     Bind(Car.init)
///     include(RadioModule.self)
///   }
/// }
/// ```
///
/// The profile is the same one everywhere, so a module that several others include counts once.
public protocol ProfilePassing: Module {
  /// The profile that the module reads.
  var profile: Profile { get }

  /// Creates the module for a profile.
  init(profile: Profile)
}

extension ProfilePassing {
  /// Includes a module of a type, made for this module's own profile.
  ///
  /// - Parameters:
  ///   - module: The module's type.
  ///   - fileID: Where it is included.
  ///   - line: Where it is included.
  ///   - column: Where it is included.
  public func include<Included: ProfilePassing>(
    _ module: Included.Type, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Include {
    Include(Included(profile: profile), fileID: fileID, line: line, column: column)
  }
}
