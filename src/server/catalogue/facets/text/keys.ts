import { hasBit } from '../bits.ts'
import { asBuffer, exactRange, prefixRange } from '../string-pool.ts'
import type { KeyIndex } from './text-index.ts'

/** A key with more rows than this is too unspecific. */
const maxRows = 20_000

/** Rows with exactly this key. */
export function rowsOfKey({ keys, rows }: KeyIndex, key: string): Uint32Array {
  const { from, to } = exactRange(keys, key)
  return rows.subarray(from, to)
}

/** Rows with a key that begins with this prefix. */
export function rowsOfPrefix({ keys, rows }: KeyIndex, prefix: string): Uint32Array {
  const { from, to } = prefixRange(keys, prefix)
  return rows.subarray(from, Math.min(to, from + maxRows))
}

/** Rows with a key that contains this part. */
export function rowsOfPart({ keys, rows, pairs }: KeyIndex, part: string): number[] {
  const bytes = asBuffer(keys.bytes)
  const partBytes = Buffer.from(part)
  const found: number[] = []
  if (!hasPairs(pairs, partBytes)) return found
  let entry = 0
  for (let at = bytes.indexOf(partBytes); at >= 0 && found.length < maxRows;) {
    while (keys.offsets[entry + 1]! <= at) entry += 1
    // A match that crosses the boundary of two keys does not count.
    const inside = at + partBytes.length <= keys.offsets[entry + 1]!
    if (inside) found.push(rows[entry]!)
    at = bytes.indexOf(partBytes, inside ? keys.offsets[entry + 1]! : at + 1)
  }
  return found
}

/**
 * If one byte pair is missing, no key matches: most words that are no article are ruled out without reading the keys.
 */
function hasPairs(pairs: Uint32Array, partBytes: Uint8Array): boolean {
  for (let at = 1; at < partBytes.length; at += 1)
    if (!hasBit(pairs, (partBytes[at - 1]! << 8) | partBytes[at]!)) return false
  return true
}
