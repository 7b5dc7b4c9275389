// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Android's C library: the declarations that Dovetail's sources use, as Swift imports them from the headers of the NDK. The sources
// are typechecked against it where there is no Android; nothing here is ever called.
// What both stand-ins have is in POSIX.swift.
// Source: bionic's <pthread.h> and <semaphore.h> in NDK 27, with its nullability: later ones ask for less.

public struct pthread_attr_t { public init() {} }
public struct sem_t { public init() {} }

/// A `long`: an address, so that it is negative for one in the upper half of a 32-bit process.
public typealias pthread_t = Int
public typealias pthread_key_t = Int32

@discardableResult public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer, _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }

@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Int32 { fatalError() }

@discardableResult public func sem_init(_ semaphore: UnsafeMutablePointer<sem_t>, _ isShared: Int32, _ value: UInt32) -> Int32 {
  fatalError()
}
@discardableResult public func sem_destroy(_ semaphore: UnsafeMutablePointer<sem_t>) -> Int32 { fatalError() }
@discardableResult public func sem_wait(_ semaphore: UnsafeMutablePointer<sem_t>) -> Int32 { fatalError() }
@discardableResult public func sem_post(_ semaphore: UnsafeMutablePointer<sem_t>) -> Int32 { fatalError() }
