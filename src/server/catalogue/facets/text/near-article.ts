import { asBuffer, readString, type StringPool } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'

/** Shorter keys are within one typo of too many others. */
const shortestKey = 5
/** Maximum bytes per letter of a key. */
const letterBytes = 2

/**
 * Index of an article key one typo away: the same length first, then the longest common prefix; -1: none. Scans all
 * keys, but reads only the ends of most.
 */
export function nearestKey(keys: StringPool, key: string): number {
  if (key.length < shortestKey) return -1
  const keyBytes = Buffer.from(key)
  const bytes = asBuffer(keys.bytes)
  let best = { index: -1, isAsLong: false, same: -1 }
  for (let index = 0; index + 1 < keys.offsets.length; index += 1) {
    const from = keys.offsets[index]!
    const size = keys.offsets[index + 1]! - from
    if (Math.abs(size - keyBytes.length) > letterBytes) continue
    const same = sameAtStart(bytes, from, size, keyBytes)
    const isAsLong = size === keyBytes.length
    const isBetter = isAsLong === best.isAsLong ? same > best.same : isAsLong
    if (!isBetter || Math.max(size, keyBytes.length) - same - sameAtEnd(bytes, from, size, keyBytes) > 2 * letterBytes)
      continue
    if (editDistance(key, readString(keys, index), 1) <= 1) best = { index, isAsLong, same }
  }
  return best.index
}

function sameAtStart(bytes: Buffer, from: number, size: number, keyBytes: Buffer): number {
  const max = Math.min(size, keyBytes.length)
  let same = 0
  while (same < max && bytes[from + same] === keyBytes[same]) same += 1
  return same
}

function sameAtEnd(bytes: Buffer, from: number, size: number, keyBytes: Buffer): number {
  const max = Math.min(size, keyBytes.length)
  let same = 0
  while (same < max && bytes[from + size - 1 - same] === keyBytes[keyBytes.length - 1 - same]) same += 1
  return same
}
