// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for Darwin's C library: the declarations that Dovetail's sources use, as Swift imports them from Apple's headers. The sources
// are typechecked against it where there is no Darwin; nothing here is ever called.
// Written from what programs on Apple's systems pass and get; the public CI compiles against the real headers.

public struct _opaque_pthread_t {}
public struct _opaque_pthread_attr_t { public init() {} }
public struct _opaque_pthread_mutex_t { public init() {} }
public struct _opaque_pthread_mutexattr_t { public init() {} }
public struct _opaque_pthread_cond_t { public init() {} }
public struct _opaque_pthread_condattr_t { public init() {} }

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_attr_t = _opaque_pthread_attr_t
public typealias pthread_mutex_t = _opaque_pthread_mutex_t
public typealias pthread_mutexattr_t = _opaque_pthread_mutexattr_t
public typealias pthread_cond_t = _opaque_pthread_cond_t
public typealias pthread_condattr_t = _opaque_pthread_condattr_t
public typealias pthread_key_t = UInt
public typealias useconds_t = UInt32

public func pthread_self() -> pthread_t { fatalError() }
public func pthread_main_np() -> Int32 { fatalError() }
public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { fatalError() }
public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { fatalError() }

@discardableResult public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
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

@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>, _ release: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
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
public func malloc(_ size: Int) -> UnsafeMutableRawPointer! { fatalError() }
public func free(_ memory: UnsafeMutableRawPointer!) { fatalError() }
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }
@discardableResult public func usleep(_ microseconds: useconds_t) -> Int32 { fatalError() }
@discardableResult public func sched_yield() -> Int32 { fatalError() }
