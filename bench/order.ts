import { Agent, request } from 'node:http'
import { changeBasket } from '#server/buying/basket/service.ts'
import { placeOrder } from '#server/buying/orders/place/place.ts'
import { plainProduct, type BenchBuyer, type BenchContext, type BenchRow } from './context.ts'
import { connections } from './load/load.ts'
import { actorOf, driveAll, openRecorder, replay, stockUp, type Statement } from './load/replay.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const minRatio = 0.5
/** Thirty times the rate of the best-known TypeScript commerce servers for this operation (issue 6 §7). */
const minPerSecond = 150
const linesPerOrder = 10
const goodsCount = 2000
const recordedRounds = 8

/** Orders of ten lines, the basket filled by one call before each, compared with the replayed statements of both. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const buyers: BenchBuyer[] = []
  for (let n = 0; n < connections; n += 1) buyers.push(await context.addBuyer())
  await stockUp(
    context,
    Array.from({ length: goodsCount }, (_good, n) => plainProduct(n)),
  )

  const { database, record } = openRecorder(context)
  const recorded: Statement[][] = []
  for (let round = 0; round < recordedRounds; round += 1) {
    for (const buyer of buyers)
      recorded.push(await record((db) => fillAndOrder(db, buyer, `recorded-${recorded.length}`)))
  }
  const perOrder = (recorded[0] ?? []).findIndex(({ text }) => /^commit/i.test(text)) + 1
  const replayed = await replay(database.pool, recorded, seconds, renewKeys)
  await database.close()

  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let orders = 0
  const latenciesMs: number[] = []
  const served = await driveAll(seconds, async (index) => {
    const { cookie = '', contractId = 0 } = buyers[index] ?? {}
    const products = Object.fromEntries(pickGoods().map((id) => [id, { 1: 1 }]))
    await post(agent, context.origin, '/api/processProductSet/', cookie, { products })
    orders += 1
    const sentMs = performance.now()
    await post(
      agent,
      context.origin,
      '/api/order/',
      cookie,
      { method: 'create', contract: contractId, delivery_method: 3 },
      `bench-${orders}`,
    )
    latenciesMs.push(performance.now() - sentMs)
  })
  agent.destroy()
  latenciesMs.sort((a, b) => a - b)
  const ratio = served / replayed
  return [
    {
      name:
        `order of ${linesPerOrder} lines with its basket filled before (${(recorded[0]?.length ?? 0) - perOrder} ` +
        'statements of the order with BEGIN and COMMIT)',
      value: served,
      unit: '/s',
      ratio,
      threshold: `≥ ${minRatio} of the replay`,
      pass: ratio >= minRatio,
    },
    { name: 'the same statements replayed', value: replayed, unit: '/s' },
    {
      name: 'order, compared with 5/s elsewhere',
      value: served,
      unit: '/s',
      threshold: `≥ ${minPerSecond}`,
      pass: served >= minPerSecond,
    },
    { name: 'order alone, p99', value: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0, unit: 'ms' },
  ]
}

/** Ten distinct goods of two thousand: orders occasionally compete for stock rows, as in a real shop. */
function pickGoods(): number[] {
  const first = Math.floor(Math.random() * goodsCount)
  return Array.from({ length: linesPerOrder }, (_line, n) => plainProduct((first + n * 197) % goodsCount))
}

async function fillAndOrder(db: Parameters<typeof placeOrder>[0]['db'], buyer: BenchBuyer, key: string): Promise<void> {
  const actor = actorOf(buyer)
  const { contractId } = buyer
  const requests = pickGoods().map((productId) => ({
    productId,
    warehouseId: 1,
    quantityMilli: 1000,
    mode: 'set' as const,
  }))
  await changeBasket({ db }, actor, { contractId: undefined, requests })
  const delivery = {
    methodId: 3,
    companyId: undefined,
    typeId: undefined,
    terminalId: undefined,
    zoneId: undefined,
    addressId: undefined,
    consigneeId: undefined,
    date: undefined,
  }
  await placeOrder({ db }, actor, {
    key,
    input: { contractId, delivery, clientNumber: '', comment: '' },
    now: new Date(),
  })
}

/** A key of a call and the event of a letter are written once; a replay with the recorded ones would write neither. */
function renewKeys(values: unknown[], round: number): unknown[] {
  return values.map((value) =>
    typeof value === 'string' && /^recorded-|"eventKey":"order:/.test(value)
      ? value
          .replace(/^recorded-/, `replayed-${round}-`)
          .replaceAll('"eventKey":"order:', `"eventKey":"order:${round}-`)
      : value,
  )
}

function post(agent: Agent, origin: string, path: string, cookie: string, body: object, key?: string): Promise<void> {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    const sent = request(origin + path, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${path} answered ${response.statusCode}: ${Buffer.concat(chunks).toString('utf8')}`)),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
