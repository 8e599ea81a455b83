/**
 * Caches the function's results by argument, for frozen arguments only: a WeakMap entry for the objects of every
 * request would slow down garbage collection. Results are frozen, because callers share them.
 */
export function memoizeFrozen<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new WeakMap<Argument, Result>()
  return (argument) => {
    if (!Object.isFrozen(argument)) return compute(argument)
    const cached = results.get(argument)
    if (cached !== undefined) return cached
    const computed = deepFreeze(compute(argument))
    results.set(argument, computed)
    return computed
  }
}

/** Freezes plain data recursively. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
