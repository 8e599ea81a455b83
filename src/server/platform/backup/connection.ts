import pg from 'pg'

/** A connection without a statement timeout. Values have the same text format on every server. */
export async function connectForCopy(url: string): Promise<pg.Client> {
  const settings = [
    'statement_timeout=0',
    'lock_timeout=0',
    'idle_in_transaction_session_timeout=0',
    'timezone=UTC',
    'datestyle=ISO',
    'intervalstyle=postgres',
    'extra_float_digits=3',
  ]
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
