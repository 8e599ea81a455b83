import type { ByteWriter } from './byte-writer.ts'
import type { FacetCounts } from '../query.ts'
import { packStrings, type StringPool } from '../string-pool.ts'

/** Brands, labels or values as JSON pieces in one buffer, with blanks for count and chosen mark. */
export type FacetPieces = StringPool

// JSON allows spaces, so every field has a fixed width and is overwritten in place.
const unchosen = '"selected":false},'
const chosenMark = 'true '
/** Offsets from the end of a piece to its count and its mark. */
const countEndsBefore = unchosen.length + 1
const markBefore = 'false},'.length

/** `widest`: the maximum count. */
export function facetPieces(
  ids: Uint32Array,
  label: 'header' | 'value',
  names: readonly string[],
  widest: number,
): FacetPieces {
  const count = '0'.padStart(String(widest).length)
  return packStrings(
    names.map((name, index) => `{"id":${ids[index]},"${label}":${JSON.stringify(name)},"count":${count},${unchosen}`),
  )
}

/** Maximum number of values per facet, and the minimum per parameter before any parameter gets more. */
export const maxCarried = 50
const minCarried = 5

/** Index range of a facet's values: [from, to). */
export type FacetRange = { from: number; to: number }

/**
 * Writes the first `limit` offered values of a range and all chosen ones: copies adjacent pieces at once, then fills in
 * counts. Returns whether any were left out.
 */
export function writeFacets(
  writer: ByteWriter,
  pieces: FacetPieces,
  counts: FacetCounts,
  { from, to }: FacetRange,
  limit: number,
): boolean {
  const chosen = chosenIn(counts, { from, to })
  let left = limit
  let wrote = false
  let index = from
  while (left > 0 && (index = nextOffered(counts, chosen, index, to)) < to) {
    const first = index
    while (left > 0 && index < to && isOffered(counts, chosen, index)) {
      index += 1
      left -= 1
    }
    writePieces(writer, pieces, counts, chosen, first, index)
    wrote = true
  }
  for (const later of chosen) {
    if (later < index) continue
    writePieces(writer, pieces, counts, chosen, later, later + 1)
    wrote = true
  }
  if (wrote) writer.back(1)
  return nextOffered(counts, noValues, index, to, chosen) < to
}

/** Remaining bytes for values and for headers. */
export type FacetRoom = { values: number; headers: number }
/** `limit` undefined: the parameter is left out. */
export type ParameterPlan = { index: number; limit: number }

/**
 * Decides which parameters a reply contains and how many values of each: headers first while they fit, then a few
 * values of each, then more. Parameters with a choice are always included.
 */
export function planParameters(
  pieces: FacetPieces,
  headers: StringPool,
  counts: FacetCounts,
  parameters: readonly FacetRange[],
  room: FacetRoom,
): { plans: ParameterPlan[]; omittedCount: number } {
  const named: (ParameterPlan & { next: number; to: number; chosen: readonly number[] })[] = []
  let omittedCount = 0
  let headerRoom = room.headers
  for (const [index, { from, to }] of parameters.entries()) {
    const chosen = chosenIn(counts, { from, to })
    const next = nextOffered(counts, chosen, from, to)
    if (next === to) continue
    headerRoom -= sizeOf(headers, index) + headerEndBytes
    if (headerRoom < 0 && chosen.length === 0) omittedCount += 1
    else named.push({ index, limit: 0, next, to, chosen })
  }
  let valueRoom = room.values + Math.max(0, headerRoom)
  for (const limit of [minCarried, maxCarried]) {
    for (const plan of named) {
      while (plan.limit < limit && plan.next < plan.to && sizeOf(pieces, plan.next) <= valueRoom) {
        valueRoom -= sizeOf(pieces, plan.next)
        plan.limit += 1
        plan.next = nextOffered(counts, plan.chosen, plan.next + 1, plan.to)
      }
    }
  }
  return { plans: named.map(({ index, limit }) => ({ index, limit })), omittedCount }
}

/** `],"more":true},` */
const headerEndBytes = 15
const noValues: readonly number[] = []

function chosenIn({ chosen }: FacetCounts, { from, to }: FacetRange): readonly number[] {
  return chosen.length === 0
    ? noValues
    : chosen.filter((index) => index >= from && index < to).sort((one, other) => one - other)
}

/** The first offered value from here on that is not in `passed`, or `to`. */
function nextOffered(
  counts: FacetCounts,
  chosen: readonly number[],
  from: number,
  to: number,
  passed: readonly number[] = noValues,
): number {
  let index = from
  while (index < to && (!isOffered(counts, chosen, index) || (passed.length > 0 && passed.includes(index)))) index += 1
  return index
}

function isOffered({ rows }: FacetCounts, chosen: readonly number[], index: number): boolean {
  return rows[index]! > 0 || (chosen.length > 0 && chosen.includes(index))
}

function sizeOf({ offsets }: StringPool, index: number): number {
  return offsets[index + 1]! - offsets[index]!
}

function writePieces(
  writer: ByteWriter,
  pieces: FacetPieces,
  { rows }: FacetCounts,
  chosen: readonly number[],
  first: number,
  end: number,
): void {
  writer.pooledRange(pieces, first, end)
  const shift = writer.length - pieces.offsets[end]!
  for (let index = first; index < end; index += 1) {
    const pieceEnd = pieces.offsets[index + 1]! + shift
    writer.overWhole(pieceEnd - countEndsBefore, rows[index]!)
    if (chosen.length > 0 && chosen.includes(index)) writer.overAscii(pieceEnd - markBefore, chosenMark)
  }
}
