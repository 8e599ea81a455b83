/** A search by words of the whole catalogue. */
export type TypedSearch = { accountId: number; query: string; found: boolean; at: number }

/** A person who types on within this time still means the same search. */
const typingMs = 10_000
const maxQueryLength = 100
/** Above this many people at once their searches are counted as they come. */
const maxAccounts = 5000

/** Keeps the last search of each person until they have stopped typing; `count` gets each search once. */
export function createTypedSearches(count: (search: TypedSearch) => void) {
  const pending = new Map<number, TypedSearch>()
  return {
    add(search: TypedSearch): void {
      const query = normalise(search.query)
      if (query === '') return
      const previous = pending.get(search.accountId)
      if (previous && !continues(previous, { ...search, query })) count(previous)
      pending.delete(search.accountId)
      if (pending.size >= maxAccounts) return count({ ...search, query })
      pending.set(search.accountId, { ...search, query })
    },
    /** Counts what nobody has typed on since, or everything. */
    settle(now: number): void {
      for (const [accountId, search] of pending) {
        if (now - search.at < typingMs) continue
        pending.delete(accountId)
        count(search)
      }
    },
  }
}

/** Typing on or deleting letters, also the same search on another page or in another sorting. */
function continues(previous: TypedSearch, next: TypedSearch): boolean {
  const isPart = next.query.startsWith(previous.query) || previous.query.startsWith(next.query)
  return isPart && next.at - previous.at < typingMs
}

function normalise(query: string): string {
  // The limit may halve an emoji, which PostgreSQL's UTF-8 cannot tell from another half.
  return query.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, maxQueryLength).toWellFormed()
}
