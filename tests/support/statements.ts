import type pg from 'pg'

/**
 * Runs an act and answers the SQL statements it sent through the pool, BEGIN and COMMIT left out. What others send
 * meanwhile is heard as well: count on a quiet server.
 */
export async function statementsOf(pool: pg.Pool, act: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = []
  const overheardClients = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const listen = (client: pg.PoolClient) => {
    if (overheardClients.has(client)) return
    const { query } = client
    overheardClients.set(client, query)
    client.query = function overheard(this: unknown, ...args: unknown[]) {
      const [said] = args
      heard.push(typeof said === 'string' ? said : String((said as { text?: unknown }).text))
      return Reflect.apply(query, client, args)
    } as typeof client.query
  }
  pool.on('acquire', listen)
  try {
    await act()
  } finally {
    pool.off('acquire', listen)
    for (const [client, query] of overheardClients) client.query = query
  }
  return heard.filter((text) => !/^\s*(begin|commit|rollback|set transaction)\b/i.test(text))
}
