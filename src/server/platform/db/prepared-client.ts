import pg from 'pg'

/**
 * Maximum prepared statements; further ones are sent unprepared, because a server must not keep a plan for every length
 * of a list.
 */
const maxPrepared = 400
const preparedFrom = 3

/**
 * A client that prepares statements with parameters, so that PostgreSQL keeps their plan from the third use on:
 * planning the portal's joins costs more than running them. Statements are identified by their text.
 */
export function preparedStatementClient(): typeof pg.Client {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxPrepared) return known
    const used = (uses.get(text) ?? 0) + 1
    if (uses.size > maxPrepared * 10) uses.clear()
    uses.set(text, used)
    if (used < preparedFrom) return undefined
    const name = `s${names.size + 1}`
    names.set(text, name)
    uses.delete(text)
    return name
  }

  class PreparingClient extends pg.Client {}
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query
  // Assigned, not overridden, because of the method's many overloads.
  PreparingClient.prototype.query = function query(this: pg.Client, ...args: unknown[]): unknown {
    const [config, values, ...rest] = args
    const named = withName(config, values, nameOf)
    return Reflect.apply(send, this, named === undefined ? args : [named, values, ...rest])
  } as typeof pg.Client.prototype.query
  return PreparingClient
}

type QueryConfig = { text: string; values?: unknown[]; name?: string }

function withName(
  config: unknown,
  values: unknown,
  nameOf: (text: string) => string | undefined,
): QueryConfig | undefined {
  if (typeof config === 'string') {
    if (!hasValues(values)) return undefined
    const name = nameOf(config)
    return name === undefined ? undefined : { text: config, name }
  }
  if (!isPlain(config) || (!hasValues(values) && !hasValues(config.values))) return undefined
  const name = nameOf(config.text)
  return name === undefined ? undefined : { ...config, name }
}

function hasValues(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0
}

/** A query without a name of its own; cursors and streams submit themselves. */
function isPlain(config: unknown): config is QueryConfig {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    !('submit' in config) &&
    (config as QueryConfig).name === undefined
  )
}
