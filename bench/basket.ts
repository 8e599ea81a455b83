import { changeBasket } from '#server/buying/basket/service.ts'
import { plainProduct, type BenchBuyer, type BenchContext, type BenchRow } from './context.ts'
import { connections, load } from './load/load.ts'
import { actorOf, openRecorder, replay, stockUp } from './load/replay.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const minRatio = 0.5
/** Ten times the rate of the best-known TypeScript commerce servers for this operation (issue 6 §7). */
const minPerSecond = 670
const lines = 30
/** Each basket contains all of them: a change sets one of its lines, so that the number of lines stays the same. */
const goods = Array.from({ length: lines }, (_good, n) => plainProduct(n * 37))

/**
 * Basket changes compared with their recorded statements, replayed through the same pool. The replay sets each line to
 * two quantities in turn: one that stays the same is no change, and PostgreSQL would announce none to other windows.
 */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  await stockUp(context, goods)
  const buyers: BenchBuyer[] = []
  for (let n = 0; n < connections * 2; n += 1) buyers.push(await fill(context))

  const { database, record } = openRecorder(context)
  const recorded = []
  for (const quantityMilli of [2000, 3000]) {
    for (const [index, buyer] of buyers.entries())
      recorded.push(await record((db) => changeBasket({ db }, actorOf(buyer), change(index, quantityMilli))))
  }
  const replayed = await replay(database.pool, recorded, seconds)
  await database.close()

  let requested = 0
  const served = await load(
    context.origin,
    '',
    () => {
      requested += 1
      const buyer = buyers[requested % buyers.length]
      const body = JSON.stringify({ id: goods[requested % goods.length], qnt: 1 + (requested % 9) })
      return { method: 'POST', path: '/api/processBasketUpdate/', headers: { cookie: buyer?.cookie ?? '' }, body }
    },
    seconds,
  )
  if (served.refused > 0) throw new Error(`${served.refused} basket changes were refused`)
  const ratio = served.perSecond / replayed
  return [
    {
      name: `basket change (${recorded[0]?.length} statements with BEGIN and COMMIT, ${lines} lines)`,
      value: served.perSecond,
      unit: '/s',
      ratio,
      threshold: `≥ ${minRatio} of the replay`,
      pass: ratio >= minRatio,
    },
    { name: 'the same statements replayed', value: replayed, unit: '/s' },
    {
      name: 'basket change, compared with 67/s elsewhere',
      value: served.perSecond,
      unit: '/s',
      threshold: `≥ ${minPerSecond}`,
      pass: served.perSecond >= minPerSecond,
    },
    { name: 'basket change, p99', value: served.p99Ms, unit: 'ms' },
  ]
}

/** A buyer with 30 lines in the basket. */
async function fill(context: BenchContext): Promise<BenchBuyer> {
  const buyer = await context.addBuyer()
  const requests = goods.map((productId) => ({ productId, warehouseId: 1, quantityMilli: 1000, mode: 'set' as const }))
  await changeBasket(context.database, actorOf(buyer), { contractId: buyer.contractId, requests })
  return buyer
}

function change(index: number, quantityMilli: number) {
  return {
    contractId: undefined,
    requests: [{ productId: goods[index % lines] ?? 0, warehouseId: undefined, quantityMilli, mode: 'set' as const }],
  }
}
