// SPDX-License-Identifier: Apache-2.0
#if Configuration
  public import Configuration
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// A type that can be configured: text, numbers, truth values, bytes, arrays of these, URLs, UUIDs and dates.
  ///
  /// An enumeration with texts or whole numbers as its raw values only has to say so, and so has a type that is `ExpressibleByConfigString`:
  ///
  /// ```swift
  /// enum Mode: String, ConfiguredValue, CaseIterable { case quick, thorough }
  /// ```
  public protocol ConfiguredValue: Sendable {
    /// Reads a value that has to be there.
    ///
    /// - Throws: What the reader throws when there is no value, or none of this type. A default replaces only a value for which the reader throws that it is
    ///   missing; every other error is a diagnostic.
    static func read(_ lookup: ConfigurationLookup) throws -> Self
  }

  /// A type whose arrays can be configured.
  public protocol ConfiguredElement: Sendable {
    /// Reads an array that has to be there.
    static func readAll(_ lookup: ConfigurationLookup) throws -> [Self]
  }

  /// One place in a configuration, with the facts about the code that reads it.
  public struct ConfigurationLookup: Sendable {
    /// Who is asked.
    public let reader: ConfigReader
    /// The key, relative to the reader.
    public let key: ConfigKey
    /// Whether the value must not be shown to anybody.
    public let isSecret: Bool
    /// Where the program looks this up.
    public let fileID: String
    /// Where the program looks this up.
    public let line: UInt

    init(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool = false, fileID: StaticString, line: UInt) {
      self.reader = reader
      self.key = key
      self.isSecret = isSecret
      self.fileID = "\(fileID)"
      self.line = line
    }
  }

  extension String: ConfiguredValue, ConfiguredElement {
    /// Reads text.
    public static func read(_ at: ConfigurationLookup) throws -> String {
      try at.reader.requiredString(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
    /// Reads texts.
    public static func readAll(_ at: ConfigurationLookup) throws -> [String] {
      try at.reader.requiredStringArray(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension Int: ConfiguredValue, ConfiguredElement {
    /// Reads a whole number.
    public static func read(_ at: ConfigurationLookup) throws -> Int {
      try at.reader.requiredInt(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
    /// Reads whole numbers.
    public static func readAll(_ at: ConfigurationLookup) throws -> [Int] {
      try at.reader.requiredIntArray(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension Double: ConfiguredValue, ConfiguredElement {
    /// Reads a number.
    public static func read(_ at: ConfigurationLookup) throws -> Double {
      try at.reader.requiredDouble(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
    /// Reads numbers.
    public static func readAll(_ at: ConfigurationLookup) throws -> [Double] {
      try at.reader.requiredDoubleArray(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension Bool: ConfiguredValue, ConfiguredElement {
    /// Reads a truth value.
    public static func read(_ at: ConfigurationLookup) throws -> Bool {
      try at.reader.requiredBool(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
    /// Reads truth values.
    public static func readAll(_ at: ConfigurationLookup) throws -> [Bool] {
      try at.reader.requiredBoolArray(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension UInt8: ConfiguredElement {
    /// Reads bytes.
    public static func readAll(_ at: ConfigurationLookup) throws -> [UInt8] {
      try at.reader.requiredBytes(forKey: at.key, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension Array: ConfiguredValue where Element: ConfiguredElement {
    /// Reads all elements.
    public static func read(_ lookup: ConfigurationLookup) throws -> [Element] { try Element.readAll(lookup) }
  }

  extension ConfiguredValue where Self: ExpressibleByConfigString {
    /// Reads text and makes a value of it.
    public static func read(_ at: ConfigurationLookup) throws -> Self {
      try at.reader.requiredString(forKey: at.key, as: Self.self, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension ConfiguredValue where Self: RawRepresentable<String> {
    /// Reads text and finds the case of it.
    public static func read(_ at: ConfigurationLookup) throws -> Self {
      try at.reader.requiredString(forKey: at.key, as: Self.self, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension ConfiguredValue where Self: RawRepresentable<Int> {
    /// Reads a whole number and finds the case of it.
    public static func read(_ at: ConfigurationLookup) throws -> Self {
      try at.reader.requiredInt(forKey: at.key, as: Self.self, isSecret: at.isSecret, fileID: at.fileID, line: at.line)
    }
  }

  extension URL: ConfiguredValue {}
  extension UUID: ConfiguredValue {}
  extension Date: ConfiguredValue {}
#endif
