import type pg from 'pg'

/**
 * Runs an act and answers the SQL statements of the transactions that speak of `about`, BEGIN and COMMIT left out
 * (the catalogue's reader and the sessions speak on the same pool meanwhile).
 */
export async function statementsOf(pool: pg.Pool, about: RegExp, act: () => Promise<unknown>): Promise<string[]> {
  const overheard = new Map<pg.PoolClient, string[][]>()
  const listen = (client: pg.PoolClient) => {
    if (overheard.has(client)) return
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    const transactions: string[][] = []
    let open: string[] | undefined
    overheard.set(client, transactions)
    client.query = ((...args: unknown[]) => {
      const [said] = args
      const text = typeof said === 'string' ? said : String((said as { text?: unknown }).text)
      if (/^\s*begin\b/i.test(text)) transactions.push((open = []))
      else if (/^\s*(commit|rollback)\b/i.test(text)) open = undefined
      else open?.push(text)
      return query(...args)
    }) as typeof client.query
  }
  pool.on('acquire', listen)
  try {
    await act()
  } finally {
    pool.off('acquire', listen)
    for (const client of overheard.keys()) Reflect.deleteProperty(client, 'query')
  }
  return [...overheard.values()].flatMap((transactions) => transactions.filter((texts) => texts.some((text) => about.test(text)))).flat()
}
