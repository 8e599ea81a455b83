import type pg from 'pg'

/**
 * Runs an act and answers the SQL statements of the transactions that speak of `about`, BEGIN and COMMIT left out
 * (the catalogue's reader and the sessions speak on the same pool meanwhile).
 */
export async function statementsOf(pool: pg.Pool, about: RegExp, act: () => Promise<unknown>): Promise<string[]> {
  const overheard = new Map<pg.PoolClient, { query: pg.PoolClient['query']; transactions: string[][] }>()
  const listen = (client: pg.PoolClient) => {
    if (overheard.has(client)) return
    const { query } = client
    const transactions: string[][] = []
    overheard.set(client, { query, transactions })
    client.query = function tapped(this: unknown, ...args: unknown[]) {
      const [said] = args
      const text = typeof said === 'string' ? said : String((said as { text?: unknown }).text)
      if (/^\s*begin\b/i.test(text)) transactions.push([])
      else if (!/^\s*(commit|rollback)\b/i.test(text)) transactions.at(-1)?.push(text)
      return Reflect.apply(query, client, args)
    } as typeof client.query
  }
  pool.on('acquire', listen)
  try {
    await act()
  } finally {
    pool.off('acquire', listen)
    for (const [client, { query }] of overheard) client.query = query
  }
  return [...overheard.values()].flatMap(({ transactions }) => transactions.filter((texts) => texts.some((text) => about.test(text)))).flat()
}
