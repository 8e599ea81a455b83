import type pg from 'pg'

/**
 * Runs an act and answers the SQL statements of the transactions that speak of `about`, BEGIN and COMMIT left out
 * (the catalogue's reader and the sessions speak on the same pool meanwhile).
 */
export async function statementsOf(pool: pg.Pool, about: RegExp, act: () => Promise<unknown>): Promise<string[]> {
  const overheard = new Map<pg.PoolClient, { open: boolean; transactions: string[][] }>()
  await recordQueries(pool, act, (client, text) => {
    const recorded = overheard.get(client) ?? { open: false, transactions: [] }
    overheard.set(client, recorded)
    if (/^\s*begin\b/i.test(text)) recorded.transactions.push([])
    else if (recorded.open && !/^\s*(commit|rollback)\b/i.test(text)) recorded.transactions.at(-1)?.push(text)
    recorded.open = !/^\s*(commit|rollback)\b/i.test(text) && (recorded.open || /^\s*begin\b/i.test(text))
  })
  return [...overheard.values()]
    .flatMap(({ transactions }) => transactions.filter((texts) => texts.some((text) => about.test(text))))
    .flat()
}

/** Runs an act and counts the SQL statements that speak of `about`, in a transaction or not. */
export async function countStatements(pool: pg.Pool, about: RegExp, act: () => Promise<unknown>): Promise<number> {
  let count = 0
  await recordQueries(pool, act, (_client, text) => {
    if (about.test(text)) count += 1
  })
  return count
}

/** Runs an act; `meanwhile` happens once, before the first statement that speaks of `about` is sent. */
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
  heard: (client: pg.PoolClient, text: string) => void,
): Promise<void> {
  const clients = new Set<pg.PoolClient>()
  const listen = (client: pg.PoolClient) => {
    if (clients.has(client)) return
    clients.add(client)
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      heard(client, textOf(args[0]))
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

function textOf(said: unknown): string {
  return typeof said === 'string' ? said : String((said as { text?: unknown }).text)
}
