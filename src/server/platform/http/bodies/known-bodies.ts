import type { FastifyContextConfig } from 'fastify'

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
      bodies.set(bytes.toString('latin1'), freeze(body))
    },
  }
}

/**
 * The function, computed once for each frozen argument. Others are not remembered: a WeakMap of what every request
 * makes slows down garbage collection.
 */
export function memoizeFrozen<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new WeakMap<Argument, Result>()
  return (argument) => {
    if (!Object.isFrozen(argument)) return compute(argument)
    const known = results.get(argument)
    if (known !== undefined) return known
    const computed = freeze(compute(argument))
    results.set(argument, computed)
    return computed
  }
}

/** Freezes plain data in depth. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) freeze(each)
  return Object.freeze(value)
}
