import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

async function health() {
  const response = await fetch(`${portal.origin}/health`)
  const { reason } = (await response.json()) as { reason?: string }
  return { status: response.status, reason }
}

test('with a read-only database /health is 503 with the reason, /live stays 200, and both recover', async () => {
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 200 })
  const { rows } = await portal.pool.query('select current_database() as name')
  const { name } = rows[0] as { name: string }
  await portal.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  await dropConnections()
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 503, reason: 'readOnly' })
  expect((await fetch(`${portal.origin}/live`)).status).toBe(200)
  await onPrimary(`alter database ${name} reset default_transaction_read_only`)
  await dropConnections()
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 200 })
})

test('a backup reading the table of /health does not make it fail', async () => {
  const reader = await portal.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('select * from write_probes')
    const untilMs = Date.now() + 7000
    while (Date.now() < untilMs) {
      expect(await health()).toMatchObject({ status: 200 })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    reader.release(true)
  }
})

test('many concurrent health checks cause few writes', async () => {
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 200 })
  const written = async () =>
    Number(
      (
        (await portal.pool.query("select n_tup_ins as n from pg_stat_user_tables where relname = 'write_probes'"))
          .rows[0] as { n: string }
      ).n,
    )
  const before = await written()
  await Promise.all(Array.from({ length: 300 }, () => health()))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect((await written()) - before).toBeLessThan(10)
})

async function dropConnections(): Promise<void> {
  await onPrimary(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

/** A connection may override the settings of a database. */
async function onPrimary(statement: string): Promise<void> {
  const client = await portal.pool.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    await client.query(statement)
  } finally {
    client.release(true)
  }
}
