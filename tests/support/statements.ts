import type pg from 'pg'

/**
 * Runs an action and returns the SQL of the transactions that mention `about`, without BEGIN and COMMIT (the
 * catalogue's reader and the sessions use the same pool).
 */
export async function statementsOf(pool: pg.Pool, about: RegExp, act: () => Promise<unknown>): Promise<string[]> {
  const byClient = new Map<pg.PoolClient, { open: boolean; transactions: string[][] }>()
  await recordQueries(pool, act, (client, text) => {
    const recorded = byClient.get(client) ?? { open: false, transactions: [] }
    byClient.set(client, recorded)
    if (/^\s*begin\b/i.test(text)) recorded.transactions.push([])
    else if (recorded.open && !/^\s*(commit|rollback)\b/i.test(text)) recorded.transactions.at(-1)?.push(text)
    recorded.open = !/^\s*(commit|rollback)\b/i.test(text) && (recorded.open || /^\s*begin\b/i.test(text))
  })
  return [...byClient.values()]
    .flatMap(({ transactions }) => transactions.filter((texts) => texts.some((text) => about.test(text))))
    .flat()
}

/** Runs an action and counts the SQL statements that mention `about`, in a transaction or not. */
export async function countStatements(pool: pg.Pool, about: RegExp, act: () => Promise<unknown>): Promise<number> {
  let count = 0
  await recordQueries(pool, act, (_client, text) => {
    if (about.test(text)) count += 1
  })
  return count
}

/** Runs an action; `meanwhile` is called once, before the first statement that mentions `about`. */
export async function beforeStatement(
  pool: pg.Pool,
  about: RegExp,
  meanwhile: () => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  const clients = new Set<pg.PoolClient>()
  let happened = false
  const listen = (client: pg.PoolClient) => {
    if (clients.has(client)) return
    clients.add(client)
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      if (happened || !about.test(textOf(args[0]))) return query(...args)
      happened = true
      return meanwhile().then(() => query(...args))
    }) as typeof client.query
  }
  pool.on('acquire', listen)
  try {
    await act()
  } finally {
    pool.off('acquire', listen)
    for (const client of clients) Reflect.deleteProperty(client, 'query')
  }
}

async function recordQueries(
  pool: pg.Pool,
  act: () => Promise<unknown>,
  onQuery: (client: pg.PoolClient, text: string) => void,
): Promise<void> {
  const clients = new Set<pg.PoolClient>()
  const listen = (client: pg.PoolClient) => {
    if (clients.has(client)) return
    clients.add(client)
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      onQuery(client, textOf(args[0]))
      return query(...args)
    }) as typeof client.query
  }
  pool.on('acquire', listen)
  try {
    await act()
  } finally {
    pool.off('acquire', listen)
    for (const client of clients) Reflect.deleteProperty(client, 'query')
  }
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: unknown }).text)
}
