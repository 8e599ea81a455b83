import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/platform/db/free-port.ts'
import { addAccount, addContract, addOrganisation, addSession } from '#tests/support/fixtures.ts'
import { openBenchDatabase, type BenchDatabase } from './database.ts'
import { size } from './seed.ts'

/** One figure of `bench/results.md`. `ratio` compares it with a baseline, `threshold` is the required value. */
export type BenchRow = { name: string; value: number; unit: string; ratio?: number; threshold?: string; pass?: boolean }

export type BenchBuyer = { accountId: number; contractId: number; organisationId: number; cookie: string }

export type BenchContext = {
  database: BenchDatabase
  /** The portal in production mode, one process. */
  origin: string
  /** Owner of an organisation with one contract at price type 1 and all three warehouses. */
  buyer: BenchBuyer
  /** Adds another such buyer. */
  addBuyer: () => Promise<BenchBuyer>
}

export async function openContext(): Promise<BenchContext & { close: () => Promise<void> }> {
  const database = await openBenchDatabase()
  const addBuyer = () => createBuyer(database)
  const buyer = await addBuyer()
  const server = await startServer(database.url)
  const close = async () => {
    await server.stop()
    await database.close()
  }
  try {
    await waitUntilReady(server.origin, buyer)
  } catch (error) {
    await close()
    throw error
  }
  return { database, buyer, addBuyer, origin: server.origin, close }
}

/** The production server in a process of its own, with the flags of `npm start`. */
export async function startServer(url: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'src/server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: join(tmpdir(), 'portal-bench-data'),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      BENCH: '1',
      DEMO: '0',
      SEARCHES_PER_SECOND: '0',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function waitUntilReady(origin: string, { cookie }: BenchBuyer): Promise<void> {
  const endsAtMs = Date.now() + 60_000
  for (;;) {
    const status = await fetch(`${origin}/api/filter/`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    if (Date.now() > endsAtMs) throw new Error(`the server did not get ready: ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function createBuyer({ db }: BenchDatabase): Promise<BenchBuyer> {
  const buyer = await addOrganisation(db, 'ООО «Замер»')
  const contractId = await addContract(db, { ...buyer, priceTypeId: 1, rrcTypeId: 3, warehouseIds: [1, 2, 3] })
  const accountId = await addAccount(db, { role: 'owner', organisationId: buyer.organisationId })
  return {
    accountId,
    contractId,
    organisationId: buyer.organisationId,
    cookie: `sid=${await addSession(db, accountId)}`,
  }
}

/** A product without variants, a different one for each index. */
export const plainProduct = (n: number): number => size.withVariants + 1 + (n % (size.products - size.withVariants))
