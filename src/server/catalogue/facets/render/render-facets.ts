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
    names.map((name, place) => `{"id":${ids[place]},"${label}":${JSON.stringify(name)},"count":${count},${unchosen}`),
  )
}

/** What one facet carries at most, and what a reply carries of every parameter before it carries more of any. */
export const maxCarried = 50
const minCarried = 5

/** Places of a facet's values: [from, to). */
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
  let place = from
  while (left > 0 && (place = nextOffered(counts, chosen, place, to)) < to) {
    const first = place
    while (left > 0 && place < to && isOffered(counts, chosen, place)) {
      place += 1
      left -= 1
    }
    writePieces(writer, pieces, counts, chosen, first, place)
    wrote = true
  }
  for (const later of chosen) {
    if (later < place) continue
    writePieces(writer, pieces, counts, chosen, later, later + 1)
    wrote = true
  }
  if (wrote) writer.back(1)
  return nextOffered(counts, none, place, to, chosen) < to
}

/** The remaining space: bytes of values, and of their surroundings. */
export type FacetRoom = { values: number; headers: number }
/** `limit` of undefined: the parameter is left out. */
export type ParameterPlan = { place: number; limit: number }

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
  for (const [place, { from, to }] of parameters.entries()) {
    const chosen = chosenIn(counts, { from, to })
    const next = nextOffered(counts, chosen, from, to)
    if (next === to) continue
    headerRoom -= sizeOf(headers, place) + headerEndBytes
    if (headerRoom < 0 && chosen.length === 0) leftOut += 1
    else named.push({ place, limit: 0, next, to, chosen })
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
  return { plans: named.map(({ place, limit }) => ({ place, limit })), leftOut }
}

/** `],"more":true},` */
const headerEndBytes = 15
const none: readonly number[] = []

function chosenIn({ chosen }: FacetCounts, { from, to }: FacetRange): readonly number[] {
  return chosen.length === 0
    ? none
    : chosen.filter((place) => place >= from && place < to).sort((one, other) => one - other)
}

/** The first offered place from here on that is not passed over, or `to`. */
function nextOffered(
  counts: FacetCounts,
  chosen: readonly number[],
  from: number,
  to: number,
  passed: readonly number[] = none,
): number {
  let place = from
  while (place < to && (!isOffered(counts, chosen, place) || (passed.length > 0 && passed.includes(place)))) place += 1
  return place
}

function isOffered({ rows }: FacetCounts, chosen: readonly number[], place: number): boolean {
  return rows[place]! > 0 || (chosen.length > 0 && chosen.includes(place))
}

function sizeOf({ offsets }: StringPool, place: number): number {
  return offsets[place + 1]! - offsets[place]!
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
  for (let place = first; place < end; place += 1) {
    const pieceEnd = pieces.offsets[place + 1]! + shift
    writer.overWhole(pieceEnd - countEndsBefore, rows[place]!)
    if (chosen.length > 0 && chosen.includes(place)) writer.overAscii(pieceEnd - markBefore, chosenMark)
  }
}
