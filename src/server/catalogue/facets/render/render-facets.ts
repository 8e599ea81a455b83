import type { ByteWriter } from './byte-writer.ts'
import type { FacetCounts } from '../query.ts'
import { packStrings, type StringPool } from '../string-pool.ts'

/** Brands, tags or values as JSON, side by side, with room for what differs from answer to answer. */
export type FacetPieces = StringPool

// JSON allows spaces: every field has a fixed width and is written over in place.
const unchosen = '"selected":false},'
const chosenMark = 'true '
/** From the end of a piece: where its count ends, and where its mark begins. */
const countEndsBefore = unchosen.length + 1
const markBefore = 'false},'.length

/** `widest`: no count is higher. */
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

/** What one facet carries at most, and what a reply carries of every parameter before it carries more of any. */
export const maxCarried = 50
const minCarried = 5

/** Indexes of a facet's values: [from, to). */
export type FacetRange = { from: number; to: number }

/**
 * Writes the first `limit` offered pieces of a range and all chosen ones: adjacent ones at once, then their counts.
 * Returns whether others were left out.
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
  return nextOffered(counts, none, index, to, chosen) < to
}

/** The remaining space: bytes of values, and of their surroundings. */
export type FacetRoom = { values: number; headers: number }
/** `limit` of undefined: the parameter is left out. */
export type ParameterPlan = { index: number; limit: number }

/**
 * Which parameters a reply names and how many values of each it carries: all that are offered as long as their headers
 * find room, the first few values of each before more of any. A parameter with a choice is always named.
 */
export function planParameters(
  pieces: FacetPieces,
  headers: StringPool,
  counts: FacetCounts,
  parameters: readonly FacetRange[],
  room: FacetRoom,
): { plans: ParameterPlan[]; leftOut: number } {
  const named: (ParameterPlan & { next: number; to: number; chosen: readonly number[] })[] = []
  let leftOut = 0
  let headerRoom = room.headers
  for (const [index, { from, to }] of parameters.entries()) {
    const chosen = chosenIn(counts, { from, to })
    const next = nextOffered(counts, chosen, from, to)
    if (next === to) continue
    headerRoom -= sizeOf(headers, index) + headerEndBytes
    if (headerRoom < 0 && chosen.length === 0) leftOut += 1
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
  return { plans: named.map(({ index, limit }) => ({ index, limit })), leftOut }
}

/** `],"more":true},` */
const headerEndBytes = 15
const none: readonly number[] = []

function chosenIn({ chosen }: FacetCounts, { from, to }: FacetRange): readonly number[] {
  return chosen.length === 0
    ? none
    : chosen.filter((index) => index >= from && index < to).sort((one, other) => one - other)
}

/** The first offered value from here on that is not passed over, or `to`. */
function nextOffered(
  counts: FacetCounts,
  chosen: readonly number[],
  from: number,
  to: number,
  passed: readonly number[] = none,
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
