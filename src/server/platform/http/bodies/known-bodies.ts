import type { FastifyContextConfig } from 'fastify'
import { deepFreeze } from '#server/platform/memoize.ts'

/** Longer ones are parsed each time, which costs little beside what they ask for. */
const maxBytes = 1000
const maxKnown = 1000

export type KnownBodies = ReturnType<typeof createKnownBodies>

/** A route whose callers send the same few bodies again and again. */
export type RouteConfig = FastifyContextConfig & { knownBodies?: KnownBodies }

/**
 * Parsed JSON of bodies received at least twice, by their bytes: most bodies never come again, and freezing and storing
 * them would cost more than parsing. Frozen, because requests share it. Only for calls without secrets, as the bytes
 * stay in memory.
 */
export function createKnownBodies() {
  const bodies = new Map<string, object>()
  const receivedOnce = new Set<string>()
  return {
    find: (bytes: Buffer): object | undefined =>
      bytes.length > maxBytes ? undefined : bodies.get(bytes.toString('latin1')),
    keep(bytes: Buffer, body: unknown): void {
      if (bytes.length > maxBytes || typeof body !== 'object' || body === null) return
      const text = bytes.toString('latin1')
      if (!receivedOnce.delete(text)) {
        if (receivedOnce.size >= maxKnown) receivedOnce.clear()
        receivedOnce.add(text)
        return
      }
      if (bodies.size >= maxKnown) bodies.clear()
      bodies.set(text, deepFreeze(body))
    },
  }
}
