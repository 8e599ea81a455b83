import type { Pool } from 'pg'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { startTestApp, type TestApp, type Visitor } from './app.ts'
import { client1c, type Client1c } from './client-1c.ts'
import { addAccount, signedIn } from './fixtures.ts'

/** 1C's credentials. */
export const account = { login: '1c@exchange.example', password: 'exchange-password-1' }

/** The portal, with an account for 1C. */
export async function startExchangeApp(): Promise<TestApp> {
  const app = await startTestApp()
  await addAccount(app.db, { role: 'exchange', ...account })
  return app
}

/** The portal with an account for 1C, 1C itself, and an administrator. */
export async function startExchangeWithAdmin(): Promise<{ app: TestApp; client: Client1c; admin: Visitor }> {
  const app = await startExchangeApp()
  return {
    app,
    client: client1c(app.origin, account),
    admin: await signedIn(app, await addAccount(app.db, { role: 'admin' })),
  }
}

/** Waits until the worker has finished all requested sessions, including pictures and documents. */
export async function exchangeEnded(pool: Pool): Promise<void> {
  for (let tries = 0; tries < 800; tries += 1) {
    const { rows } = await pool.query(
      `select count(*) as n from exchange_sessions
        where (closing_at is not null or followed_by is not null) and ended_at is null or exists (select
          from exchange_files where state in ('queued','unpacked'))`,
    )
    if ((rows[0] as { n: number }).n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('sessions did not end')
}

/** Catalogue data of these goods, by their Ид. */
export async function goodsNamed(pool: Pool, ...codes: string[]) {
  const { rows } = await pool.query(
    'select code1c, name, active from products where code1c = any($1) order by code1c',
    [codes],
  )
  return rows as { code1c: string; name: string; active: boolean }[]
}

/** A JPEG of one colour. */
export async function picture(background: string, width = 60): Promise<Buffer> {
  return sharp({ create: { width, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** A ZIP of these files. */
export async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
