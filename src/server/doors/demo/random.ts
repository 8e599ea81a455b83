import { hash } from 'node:crypto'

/** Seeded random numbers: the same seed and key give the same sequence on every machine. */
export interface Random {
  /** 0 ≤ n < 1 */
  next(): number
  /** Integer, both ends included. */
  integer(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

/**
 * A separate generator per key, so that adding a good does not change others. xmur3 hashes the key, sfc32 generates
 * (both public domain).
 */
export function randomFor(seed: number, key: string): Random {
  const state = hashOf(`${seed}:${key}`)
  let a = state()
  let b = state()
  let c = state()
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4294967296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: (list) => {
      const chosen = list[integer(0, list.length - 1)]
      if (chosen === undefined) throw new Error('Nothing to pick from')
      return chosen
    },
    chance: (share) => next() < share,
  }
}

/** A name-based GUID (version 5) of seed and key. */
export function guidFor(seed: number, key: string): string {
  const hex = hash('sha1', `${seed}:${key}`, 'hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

function hashOf(text: string): () => number {
  let state = 1779033703 ^ text.length
  for (let i = 0; i < text.length; i += 1) {
    state = Math.imul(state ^ text.charCodeAt(i), 3432918353)
    state = (state << 13) | (state >>> 19)
  }
  return () => {
    state = Math.imul(state ^ (state >>> 16), 2246822507)
    state = Math.imul(state ^ (state >>> 13), 3266489909)
    state ^= state >>> 16
    return state >>> 0
  }
}
