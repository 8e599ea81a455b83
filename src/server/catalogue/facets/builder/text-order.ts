/**
 * Texts as numbers in one array: text `i` is `units[starts[i]] … units[starts[i + 1] - 1]`. The maximum unit value must
 * not occur.
 */
export type Texts = { units: Uint8Array | Uint16Array; starts: Uint32Array }

type TieBreak = (a: number, b: number) => number

/** Bits of the integers that doubles represent exactly. */
const exactBits = 53
/** Groups up to this size are sorted by insertion. */
const few = 6

/**
 * Indexes of texts in order of code units, prefixes first; equal texts by `settle`, otherwise in input order. A
 * multikey sort: several units and the index are packed into one number and sorted without a comparison function.
 */
export function orderTexts(texts: Texts, settle: TieBreak = () => 0): Uint32Array {
  const count = texts.starts.length - 1
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  const indexBits = Math.ceil(Math.log2(count + 1))
  const indexes = 2 ** indexBits
  const unitBits = texts.units.BYTES_PER_ELEMENT * 8
  const unitsAtOnce = Math.floor((exactBits - indexBits) / unitBits)
  const unitSpan = 2 ** unitBits
  const keys = new Float64Array(count)
  const groups = [0, count, 0]
  while (groups.length > 0) {
    const [from = 0, to = 0, depth = 0] = groups.splice(-3)
    for (let index = from; index < to; index += 1)
      keys[index] = keyOf(texts, order[index]!, depth, unitsAtOnce, unitSpan) * indexes + order[index]!
    keys.subarray(from, to).sort()
    let first = from
    for (let index = from; index < to; index += 1) {
      const key = Math.floor(keys[index]! / indexes)
      order[index] = keys[index]! - key * indexes
      if (index + 1 < to && Math.floor(keys[index + 1]! / indexes) === key) continue
      const end = index + 1
      if (end - first <= few) insertEach(texts, order, first, end, depth, settle)
      else if (key % unitSpan === 0) order.subarray(first, end).sort((a, b) => settle(a, b) || a - b)
      else groups.push(first, end, depth + unitsAtOnce)
      first = end
    }
  }
  return order
}

/** Packs some units of a text into one number; units are stored + 1, 0 means beyond the end. */
function keyOf({ units, starts }: Texts, index: number, depth: number, unitsAtOnce: number, unitSpan: number): number {
  const from = starts[index]! + depth
  const end = starts[index + 1]!
  let key = 0
  for (let at = from; at < from + unitsAtOnce; at += 1) key = key * unitSpan + (at < end ? units[at]! + 1 : 0)
  return key
}

function insertEach(texts: Texts, order: Uint32Array, from: number, to: number, depth: number, settle: TieBreak): void {
  for (let next = from + 1; next < to; next += 1) {
    const index = order[next]!
    let position = next
    for (; position > from; position -= 1) {
      const before = order[position - 1]!
      if ((compareFrom(texts, before, index, depth) || settle(before, index) || before - index) < 0) break
      order[position] = before
    }
    order[position] = index
  }
}

function compareFrom({ units, starts }: Texts, a: number, b: number, depth: number): number {
  const [endA, endB] = [starts[a + 1]!, starts[b + 1]!]
  let [atA, atB] = [starts[a]! + depth, starts[b]! + depth]
  while (atA < endA && atB < endB) {
    if (units[atA] !== units[atB]) return units[atA]! - units[atB]!
    atA += 1
    atB += 1
  }
  return endA - atA - (endB - atB)
}
