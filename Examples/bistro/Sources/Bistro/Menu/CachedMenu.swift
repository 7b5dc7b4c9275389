// SPDX-License-Identifier: Apache-2.0

/// Reads the menu from memory, and from the repository behind it when it has changed.
///
/// A change is seen by others when it is committed and not before: until then this transaction goes past the cache, and when it is rolled
/// back the cache was right all the time.
struct CachedMenu: MenuRepository {
  let inner: any MenuRepository
  let cache: MenuCache
  let transaction: Transaction

  func dishes() async throws -> [Dish] {
    if transaction.hasWritten { return try await inner.dishes() }
    let (known, edition) = cache.current
    if let known { return known }
    let dishes = try await inner.dishes()
    cache.keep(dishes, of: edition)
    return dishes
  }

  func dish(_ id: Int) async throws -> Dish? { try await dishes().first { $0.id == id } }

  func add(_ dish: NewDish) async throws -> Dish {
    let added = try await inner.add(dish)
    transaction.afterCommit { [cache] in cache.forget() }
    return added
  }

  func change(_ id: Int, _ change: DishChange) async throws -> Dish? {
    let changed = try await inner.change(id, change)
    transaction.afterCommit { [cache] in cache.forget() }
    return changed
  }
}
