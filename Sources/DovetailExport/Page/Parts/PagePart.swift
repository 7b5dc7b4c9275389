// SPDX-License-Identifier: Apache-2.0

/// The parts of the page, a file for each.
///
/// They are strings of Swift and not resources: the package manager embeds a resource as an array of numbers, which took the compiler
/// ten seconds and more in every clean build.
enum PagePart {}
