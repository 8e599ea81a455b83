import pg from 'pg'

/** Texts beyond these are sent unprepared: a server must not keep a plan for every list length somebody asks with. */
const mostPrepared = 400
const preparedFrom = 3

/**
 * A client that lets PostgreSQL keep the plan of a statement with parameters from its third use on: planning the
 * portal's joins costs more than running them. Statements are told apart by their text alone.
 */
export function preparingClient(): typeof pg.Client {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostPrepared) return known
    const used = (uses.get(text) ?? 0) + 1
    if (uses.size > mostPrepared * 10) uses.clear()
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
  // Assigned, not overridden: the method's many overloads do not matter to what passes through.
  PreparingClient.prototype.query = function query(this: pg.Client, ...args: unknown[]): unknown {
    const [asked, values, ...rest] = args
    const named = withName(asked, values, nameOf)
    return Reflect.apply(send, this, named === undefined ? args : [named, values, ...rest])
  } as typeof pg.Client.prototype.query
  return PreparingClient
}

type Asked = { text: string; values?: unknown[]; name?: string }

function withName(asked: unknown, values: unknown, nameOf: (text: string) => string | undefined): Asked | undefined {
  if (typeof asked === 'string') {
    if (!hasValues(values)) return undefined
    const name = nameOf(asked)
    return name === undefined ? undefined : { text: asked, name }
  }
  if (!isPlain(asked) || (!hasValues(values) && !hasValues(asked.values))) return undefined
  const name = nameOf(asked.text)
  return name === undefined ? undefined : { ...asked, name }
}

function hasValues(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0
}

/** A configuration without a name of its own; cursors and streams are objects that submit themselves. */
function isPlain(asked: unknown): asked is Asked {
  return typeof asked === 'object' && asked !== null && 'text' in asked && !('submit' in asked) && (asked as Asked).name === undefined
}
