import type { FastifyContextConfig } from 'fastify'
import { deepFreeze } from '#server/platform/memoize.ts'

/** Longer ones are parsed each time, which costs little beside what they ask for. */
const maxBytes = 1000
const maxKnown = 1000

export type KnownBodies = ReturnType<typeof createKnownBodies>

/** A route whose callers send the same few bodies again and again. */
export type RouteConfig = FastifyContextConfig & { knownBodies?: KnownBodies }

/**
 * Parsed JSON of bodies received before, by their bytes. Frozen, because requests share it. Only for calls without
 * secrets, as the bytes stay in memory.
 */
export function createKnownBodies() {
  const bodies = new Map<string, object>()
  return {
    find: (bytes: Buffer): object | undefined =>
      bytes.length > maxBytes ? undefined : bodies.get(bytes.toString('latin1')),
    keep(bytes: Buffer, body: unknown): void {
      if (bytes.length > maxBytes || typeof body !== 'object' || body === null) return
      if (bodies.size >= maxKnown) bodies.clear()
      bodies.set(bytes.toString('latin1'), deepFreeze(body))
    },
  }
}
