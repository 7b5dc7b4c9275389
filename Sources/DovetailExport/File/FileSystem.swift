// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import Foundation

/// Reads and writes files, and describes failures in words.
package enum FileSystem {
  /// More than a graph of a million bindings needs, and a bound for an endless device.
  package static let largestFile = 1 << 30

  /// Reads a file, or the contents of a pipe; `-` is standard input.
  static func read(_ path: String, atMost limit: Int = largestFile) throws(GraphFileError) -> Data {
    if path == "-" { return try contents(of: STDIN_FILENO, path, limit) }
    // Non-blocking, because opening a FIFO without a writer would never return.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, reason(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw unreadable(path, reason(errno)) }
    if status.st_mode & S_IFMT == S_IFDIR { throw unreadable(path, "it is a directory") }
    if status.st_mode & S_IFMT == S_IFREG, status.st_size > limit { throw tooLarge(path, limit) }
    return try contents(of: file, path, limit)
  }

  /// Writes a file whole or not at all; `-` is standard output.
  ///
  /// The text goes to a new file beside it, which then replaces the old file and has its permissions. The old file stays until then, and a
  /// partly written file is removed. A link stays, and leads to the new file.
  ///
  /// - writing: Writes bytes; returns how many it took, or -1 with a reason in `errno`.
  package static func write(
    _ text: String, to path: String, writing: (Int32, UnsafeRawPointer, Int) -> Int = { Foundation.write($0, $1, $2) }
  ) throws(GraphFileError) {
    let bytes = Array(text.utf8)
    if path == "-" {
      if let error = send(bytes, to: STDOUT_FILENO, writing) { throw unwritable(path, reason(error)) }
      return
    }
    let (target, permissions) = try target(of: path)
    let draft = "\(folder(of: target)).dovetail.\(UInt64.random(in: 0 ... .max))"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
    guard file >= 0 else { throw unwritable(path, reason(errno)) }
    // The draft is opened with the old permissions without those in the process's mask. A file system without permissions refuses to change them.
    if let permissions { _ = fchmod(file, permissions) }
    var error = send(bytes, to: file, writing)
    if error == nil, fsync(file) != 0 { error = errno }
    if close(file) != 0, error == nil { error = errno }
    if error == nil, rename(draft, target) != 0 { error = errno }
    guard let error else { return }
    unlink(draft)
    throw unwritable(path, reason(error))
  }

  /// The target of a link, and its permissions when it exists; refuses every existing target that is not a plain file.
  private static func target(of path: String) throws(GraphFileError) -> (path: String, permissions: mode_t?) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT, !path.isEmpty, !path.hasSuffix("/") { return (end(of: path), nil) }
      throw unwritable(path, path.hasSuffix("/") ? "it is a directory" : reason(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw unwritable(path, "it is a directory")
    case S_IFIFO: throw unwritable(path, "it is a pipe; write to - instead, and redirect standard output")
    default: throw unwritable(path, "it is no file; write to - instead, and redirect standard output")
    }
    guard access(path, W_OK) == 0 else { throw unwritable(path, reason(errno)) }
    guard let real = realpath(path, nil) else { throw unwritable(path, reason(errno)) }
    defer { free(real) }
    return (String(cString: real), status.st_mode & 0o777)
  }

  /// The place that links lead to where nothing is; the path itself when it is no link.
  private static func end(of path: String) -> String {
    var path = path
    // The system follows no more than forty links.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = next.utf8.first == UInt8(ascii: "/") ? next : folder(of: path) + next
    }
    return path
  }

  /// The part of a path up to its last slash; empty when it has none.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// The `errno` of the failure; `nil` when everything was written.
  private static func send(_ bytes: [UInt8], to file: Int32, _ writing: (Int32, UnsafeRawPointer, Int) -> Int) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = writing(file, start, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count == 0 || errno != EINTR {
          return count == 0 ? EIO : errno
        }
      }
      return nil
    }
  }

  private static func contents(of file: Int32, _ path: String, _ limit: Int) throws(GraphFileError) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count == 0 { return data }
      if count > 0 {
        data.append(contentsOf: buffer[..<count])
        if data.count > limit { throw tooLarge(path, limit) }
      } else if errno == EAGAIN {
        // The pipe has another end, so that waiting makes sense now.
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
      } else if errno != EINTR {
        throw unreadable(path, reason(errno))
      }
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> GraphFileError {
    unreadable(path, "it is larger than \(limit) bytes")
  }

  private static func unreadable(_ path: String, _ reason: String) -> GraphFileError {
    GraphFileError(code: .unreadable, path: path, reason: reason)
  }

  private static func unwritable(_ path: String, _ reason: String) -> GraphFileError {
    GraphFileError(code: .unwritable, path: path, reason: reason)
  }

  private static func reason(_ error: Int32) -> String {
    switch error {
    case ENOENT: "there is no such file or directory"
    case EACCES, EPERM: "it may not be read or written by this user"
    case EROFS: "the file system is read-only"
    case ENOSPC, EDQUOT: "the disk is full"
    case EISDIR: "it is a directory"
    case ENOTDIR: "a part of the path is no directory"
    case EFBIG: "it is larger than files may be"
    case ENXIO: "it is no file"
    default: String(cString: strerror(error))
    }
  }
}

extension GraphFile {
  /// Writes the file whole or not at all: an existing file is replaced in one step, or stays as it is.
  ///
  /// - Parameter path: The target; `-` is standard output. A directory, a pipe or a device is refused.
  /// - Throws: ``GraphFileError`` with code `unwritable`.
  public func write(to path: String) throws(GraphFileError) { try FileSystem.write(json, to: path) }
}
