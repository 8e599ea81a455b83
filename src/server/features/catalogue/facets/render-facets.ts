import type { ByteWriter } from './byte-writer.ts'
import type { FacetCounts } from './query.ts'
import { packStrings, type StringPool } from './string-pool.ts'

/** Brands, tags or values as JSON, side by side, with room for what differs from answer to answer. */
export type FacetPieces = StringPool

// JSON allows spaces: every field has a fixed width and is written over in place.
const unchosen = '"selected":false},'
const chosenMark = 'true '
/** From the end of a piece: where its count ends, and where its mark begins. */
const countEndsBefore = unchosen.length + 1
const markBefore = 'false},'.length

/** `widest`: no count is higher. */
export function facetPieces(ids: Uint32Array, label: 'header' | 'value', names: readonly string[], widest: number): FacetPieces {
  const count = '0'.padStart(String(widest).length)
  return packStrings(names.map((name, place) => `{"id":${ids[place]},"${label}":${JSON.stringify(name)},"count":${count},${unchosen}`))
}

/** Whether any piece of [from, to) is offered. */
export function offersAny(counts: FacetCounts, from: number, to: number): boolean {
  for (let place = from; place < to; place += 1) if (isOffered(counts, place)) return true
  return false
}

/** Writes the pieces of [from, to) that are offered: those beside each other at once, then their counts into them. */
export function writeFacets(writer: ByteWriter, pieces: FacetPieces, counts: FacetCounts, from: number, to: number): void {
  let wrote = false
  for (let place = from; place < to; place += 1) {
    const first = place
    while (place < to && isOffered(counts, place)) place += 1
    if (place === first) continue
    writer.pooledRange(pieces, first, place)
    fillIn(writer, pieces, counts, first, place)
    wrote = true
  }
  if (wrote) writer.back(1)
}

function isOffered({ rows, chosen }: FacetCounts, place: number): boolean {
  return rows[place]! > 0 || (chosen.length > 0 && chosen.includes(place))
}

/** The pieces [first, end) have just been written. */
function fillIn(writer: ByteWriter, { offsets }: FacetPieces, { rows, chosen }: FacetCounts, first: number, end: number): void {
  const shift = writer.length - offsets[end]!
  for (let place = first; place < end; place += 1) {
    const pieceEnd = offsets[place + 1]! + shift
    writer.overWhole(pieceEnd - countEndsBefore, rows[place]!)
    if (chosen.length > 0 && chosen.includes(place)) writer.overAscii(pieceEnd - markBefore, chosenMark)
  }
}
