import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('the suite runs on the PostgreSQL version in the name of its project', async () => {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  const {
    rows: [server],
  } = await client.query<{ major: string }>("select split_part(current_setting('server_version'), '.', 1) as major")
  await client.end()
  expect(`PostgreSQL ${server?.major}`).toBe(inject('suite'))
})
