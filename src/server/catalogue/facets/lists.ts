/** Lists of numbers in one array: list `i` is `values[starts[i]] … values[starts[i + 1] - 1]`. */
export type Lists = { starts: Uint32Array; values: Uint32Array }

/** Longer lists are sorted with the typed array's own sort. */
const fewMembers = 16
/** Ids are below 2 ** 31, so that id and index fit into a safe integer. */
const maxIndexes = 2 ** 22

/** A growing array of unsigned integers outside the JavaScript heap. */
export class Numbers {
  #values = new Uint32Array(new ArrayBuffer(4096))
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length)
      this.#values = new Uint32Array(this.#values.buffer.transfer(this.length * 8))
    this.#values[this.length] = value
    this.length += 1
  }

  at(index: number): number {
    return this.#values[index]!
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  /** The numbers as an array of exact size. Nothing can be pushed afterwards. */
  taken(): Uint32Array {
    return new Uint32Array(this.#values.buffer.transfer(this.length * 4))
  }

  /** Frees the memory immediately. */
  release(): void {
    this.#values.buffer.transfer(0)
    this.length = 0
  }
}

/** Groups pairs by owner, members in input order. `members` is consumed. */
export function groupPairs(ownerCount: number, owners: Numbers, members: Numbers): Lists {
  const starts = new Uint32Array(ownerCount + 1)
  for (let pair = 0; pair < owners.length; pair += 1) starts[owners.at(pair) + 1]! += 1
  for (let owner = 0; owner < ownerCount; owner += 1) starts[owner + 1]! += starts[owner]!
  const next = starts.slice(0, ownerCount)
  const values = new Uint32Array(owners.length)
  for (let pair = 0; pair < owners.length; pair += 1) {
    const owner = owners.at(pair)
    values[next[owner]!] = members.at(pair)
    next[owner]! += 1
  }
  members.release()
  return { starts, values }
}

/** Inverts owner → members into member → owners, ascending. */
export function invert(lists: Lists, memberCount: number): Lists {
  const starts = new Uint32Array(memberCount + 1)
  for (const member of lists.values) starts[member + 1]! += 1
  for (let member = 0; member < memberCount; member += 1) starts[member + 1]! += starts[member]!
  const next = starts.slice(0, memberCount)
  const values = new Uint32Array(lists.values.length)
  for (let owner = 0; owner + 1 < lists.starts.length; owner += 1) {
    for (let index = lists.starts[owner]!; index < lists.starts[owner + 1]!; index += 1) {
      const member = lists.values[index]!
      values[next[member]!] = owner
      next[member]! += 1
    }
  }
  return { starts, values }
}

/** Sorts each list and removes duplicates, in place. */
export function sortedDistinct({ starts, values }: Lists): Lists {
  const nextStarts = new Uint32Array(starts.length)
  let end = 0
  for (let owner = 0; owner + 1 < starts.length; owner += 1) {
    const [from, to] = [starts[owner]!, starts[owner + 1]!]
    if (to - from > fewMembers) values.subarray(from, to).sort()
    const begin = end
    // Copies from the front, so the write position never passes the read position.
    for (let at = from; at < to; at += 1) {
      const member = values[at]!
      let index = end
      while (index > begin && values[index - 1]! > member) index -= 1
      if (index > begin && values[index - 1] === member) continue
      for (let moved = end; moved > index; moved -= 1) values[moved] = values[moved - 1]!
      values[index] = member
      end += 1
    }
    nextStarts[owner + 1] = end
  }
  return { starts: nextStarts, values: values.slice(0, end) }
}

/** Sorted ids with their indexes, for binary search. */
export function lookupOf(ids: Uint32Array): { ids: Uint32Array; indexes: Uint32Array } {
  // Id and index packed into one number, because numbers sort without a comparison function.
  const both = Float64Array.from(ids, (id, index) => id * maxIndexes + index).sort()
  return {
    ids: Uint32Array.from(both, (each) => Math.floor(each / maxIndexes)),
    indexes: Uint32Array.from(both, (each) => each % maxIndexes),
  }
}
