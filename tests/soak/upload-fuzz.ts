import { readFileSync } from 'node:fs'
import { filter } from '#shared/api/catalogue.ts'
import { getPriceList } from '#shared/api/price-lists.ts'
import { uploadsFromFile } from '#shared/api/uploads.ts'
import { visitor, type Visitor } from '#tests/support/app.ts'
import { addSession } from '#tests/support/fixtures.ts'
import { filledIn, hostileFiles, longPriceList, mutated, seedFiles } from '#tests/support/price-sheets.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call, CallError } from '#web/api/client.ts'
import type { Outcome } from './run.ts'
import { startSoakServer } from './server.ts'

const max = { grownMb: 200, slowestMs: 25_000, pauseMs: 2000, ownMs: 20_000 }
const longest = { rows: 200_000, filled: 10_000 }

/**
 * 2,000 damaged spreadsheets of every format: each read or refused in Russian, in bounded time and memory, while others
 * are answered. Then our own price list of 200,000 rows, 10,000 of them ordered.
 */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const count = Math.round(2000 * scale)
  const server = await startSoakServer({ demo: false })
  const database = await server.openDatabase()
  const watch = watchMemory(server.process().child.pid ?? 0)
  try {
    const shop = await createShop(database.db)
    await database.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
    const [owner, manager] = [await signIn(shop.ownerId), await signIn(shop.managerId)]
    await until(
      () => call(filter, {}, owner),
      ({ pagination }) => pagination.total > 0,
      30_000,
    )
    const { link } = await call(getPriceList, { contract: shop.contracts.wholesale }, owner)
    const own = await until(
      () => owner.send(link, { method: 'GET' }),
      ({ status }) => status === 200,
      30_000,
    )
    const hostile = Object.entries(await hostileFiles()).map(([name, { bytes }]) => ({ name, bytes }))
    const seeds = [
      ...seedFiles(),
      { name: 'own.xlsx', bytes: await filledIn(Buffer.from(await own.arrayBuffer()), { [goodIds.drill]: 2 }) },
      ...hostile.filter(({ bytes }) => bytes.length < 200_000),
    ]
    await upload(owner, seeds[0] ?? { name: '', bytes: Buffer.alloc(0) })
    watch.start()

    const outcomes = new Map<string, number>()
    const failedChecks: string[] = []
    let slowestMs = 0
    const run = async (client: Visitor, first: number) => {
      for (let number = first; number < count; number += 2) {
        if (number % 100 < 2) await database.pool.query("delete from attempts where key like 'upload:%'")
        const from = seeds[number % seeds.length]
        const other = seeds[(number * 7 + seed) % seeds.length]
        if (!from || !other) continue
        const startedMs = performance.now()
        const reply = await upload(client, { name: from.name, bytes: mutated(from.bytes, other.bytes, seed + number) })
        slowestMs = Math.max(slowestMs, performance.now() - startedMs)
        outcomes.set(reply, (outcomes.get(reply) ?? 0) + 1)
        if (reply !== 'read' && reply !== '422') failedChecks.push(`${from.name} with seed ${seed + number}: ${reply}`)
        if (server.process().child.exitCode !== null || server.process().child.signalCode !== null) {
          failedChecks.push(`the server ended: ${server.process().log().slice(-2000)}`)
          break
        }
      }
    }
    const stopMeasuring = measureOtherCalls(manager)
    await Promise.all([run(owner, 0), run(manager, 1)])
    const ownMs = await readLongList(owner)
    if (ownMs > max.ownMs) failedChecks.push(`our own list of ${longest.rows} rows took ${Math.round(ownMs)} ms`)
    const pauseMs = await stopMeasuring()
    const grownMb = watch.grownMb()
    if (grownMb > max.grownMb) failedChecks.push(`the server grew by ${grownMb} MB`)
    if (slowestMs > max.slowestMs) failedChecks.push(`an answer took ${Math.round(slowestMs)} ms`)
    if (pauseMs > max.pauseMs) failedChecks.push(`another call waited ${Math.round(pauseMs)} ms`)
    return {
      figures: {
        seed,
        ...Object.fromEntries(outcomes),
        'MB grown': grownMb,
        'ms the slowest': Math.round(slowestMs),
        'ms others waited': Math.round(pauseMs),
        'ms our own long list': Math.round(ownMs),
      },
      failedChecks: failedChecks.slice(0, 20),
    }
  } finally {
    watch.stop()
    await database.close()
    await server.stop()
  }

  async function signIn(accountId: number): Promise<Visitor> {
    const client = visitor(server.origin())
    client.cookies.set('sid', await addSession(database.db, accountId))
    return client
  }
}

/** The time of our own longest price list; throws if it is not read as filled in. */
async function readLongList(client: Visitor): Promise<number> {
  const file = new File([new Uint8Array(await longPriceList(longest.rows, longest.filled))], 'Прайс-лист.xlsx')
  const startedMs = performance.now()
  const { own, rows, skipped, truncated } = await call(uploadsFromFile, { file }, client)
  if (!own || rows.length !== longest.filled || skipped !== longest.rows - longest.filled || truncated)
    throw new Error(`our own list came back with ${rows.length} rows, ${skipped} skipped`)
  return performance.now() - startedMs
}

/** 'read', the status of a Russian refusal, or the error. */
async function upload(client: Visitor, { name, bytes }: { name: string; bytes: Buffer }): Promise<string> {
  try {
    await call(uploadsFromFile, { file: new File([new Uint8Array(bytes)], name) }, client)
    return 'read'
  } catch (error) {
    if (!(error instanceof CallError)) return String(error)
    return /[а-яё]/i.test(error.message) ? String(error.status) : `${error.status} ${error.message}`
  }
}

/** The time of the slowest of continuous calls. */
function measureOtherCalls(client: Visitor): () => Promise<number> {
  const over = new AbortController()
  let slowestMs = 0
  const running = (async () => {
    while (!over.signal.aborted) {
      const startedMs = performance.now()
      await call(filter, {}, client).catch(() => (slowestMs = Infinity))
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return async () => {
    over.abort()
    await running
    return slowestMs
  }
}

/** Resident memory of a process, from /proc. */
function watchMemory(pid: number) {
  const residentMb = () => (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6
  let idle = 0
  let peak = 0
  let timer: NodeJS.Timeout | undefined
  return {
    start(): void {
      idle = residentMb()
      timer = setInterval(() => (peak = Math.max(peak, residentMb())), 25)
    },
    grownMb: () => Math.round(peak - idle),
    stop: () => clearInterval(timer),
  }
}
