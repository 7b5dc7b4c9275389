// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Darwin's C library: the declarations that Dovetail's sources use, as Swift imports them from Apple's headers. The sources
// are typechecked against it where there is no Darwin; nothing here is ever called.
// What both stand-ins have is in POSIX.swift.
// Written from what programs on Apple's systems pass and get; the public CI compiles against the real headers.

public struct _opaque_pthread_t {}
public struct _opaque_pthread_attr_t { public init() {} }

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_attr_t = _opaque_pthread_attr_t
public typealias pthread_key_t = UInt

public func pthread_main_np() -> Int32 { fatalError() }

@discardableResult public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }

@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>, _ release: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { fatalError() }
