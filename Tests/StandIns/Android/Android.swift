// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Android's C library: the declarations that Dovetail's sources use, as Swift imports them from the headers of the NDK. The sources
// are typechecked against it where there is no Android; nothing here is ever called.
// Source: bionic's <pthread.h> in NDK 27, with its nullability: later ones ask for less.

public struct pthread_attr_t { public init() {} }
public struct pthread_mutex_t { public init() {} }
public struct pthread_cond_t { public init() {} }

/// A `long`: an address, so that it is negative for one in the upper half of a 32-bit process.
public typealias pthread_t = Int
public typealias pthread_mutexattr_t = Int
public typealias pthread_condattr_t = Int
public typealias pthread_key_t = Int32
public typealias useconds_t = UInt32

public func pthread_self() -> pthread_t { fatalError() }

@discardableResult public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer, _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
@discardableResult public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }
@discardableResult public func pthread_join(
  _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { fatalError() }

@discardableResult public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { fatalError() }
@discardableResult public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { fatalError() }
@discardableResult public func pthread_attr_setstacksize(
  _ attributes: UnsafeMutablePointer<pthread_attr_t>, _ size: Int
) -> Int32 { fatalError() }
@discardableResult public func pthread_attr_getstack(
  _ attributes: UnsafePointer<pthread_attr_t>, _ lowest: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
  _ size: UnsafeMutablePointer<Int>
) -> Int32 { fatalError() }
@discardableResult public func pthread_getattr_np(
  _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
) -> Int32 { fatalError() }

@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Int32 { fatalError() }
@discardableResult public func pthread_key_delete(_ key: pthread_key_t) -> Int32 { fatalError() }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { fatalError() }
@discardableResult public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { fatalError() }

@discardableResult public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { fatalError() }

@discardableResult public func pthread_cond_init(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ attributes: UnsafePointer<pthread_condattr_t>?
) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_signal(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_broadcast(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { fatalError() }

public var STDERR_FILENO: Int32 { 2 }
public func malloc(_ size: Int) -> UnsafeMutableRawPointer? { fatalError() }
public func free(_ memory: UnsafeMutableRawPointer?) { fatalError() }
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }
@discardableResult public func usleep(_ microseconds: useconds_t) -> Int32 { fatalError() }
@discardableResult public func sched_yield() -> Int32 { fatalError() }
