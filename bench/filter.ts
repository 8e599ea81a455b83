import { basketLines, baskets } from '#server/platform/db/schema/basket.ts'
import { favourites } from '#server/platform/db/schema/lists.ts'
import type { BenchRequest } from './load/connection.ts'
import { plainProduct, type BenchContext, type BenchRow } from './context.ts'
import { load, type Load } from './load/load.ts'
import { size } from './seed.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)

type Kind = { name: string; min: number; filterInput: () => object }

/** Throughput of `filter` compared with a static reply of the same size behind the same session check. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  await markGoods(context)
  const rows: BenchRow[] = []
  for (const kind of kinds) {
    const bytes = await keepTypicalAnswer(context, kind.filterInput)
    const staticReply = await load(
      context.origin,
      context.buyer.cookie,
      () => ({ method: 'GET', path: '/api/bench-baseline/' }),
      seconds,
    )
    const filtered = await load(context.origin, context.buyer.cookie, () => question(kind.filterInput()), seconds)
    rows.push(...rowsOf(kind, bytes, staticReply, filtered))
  }
  return rows
}

const random = (below: number) => Math.floor(Math.random() * below)
const leaf = () => 160 + random(size.categories - 60)
const anyPrices = () => ({
  byprice: 1,
  minprice: random(25_000) + random(100) / 100,
  maxprice: 25_000 + random(30_000) + random(100) / 100,
})
/** Two values that occur together: of parameters seven apart, which the seed gives to the same category. */
const twoValues = () => {
  const first = 1 + random(size.parameters)
  const second = 1 + ((first + 6) % size.parameters)
  return { filter: { [first]: anyValues(first), [second]: anyValues(second) } }
}
const anyValues = (parameter: number) => Array.from({ length: 3 }, () => parameter * 100 + 1 + random(size.valuesEach))
let filtered = 0

const kinds: Kind[] = [
  { name: 'repeated: unfiltered first page', min: 0.5, filterInput: () => ({}) },
  { name: 'repeated: category', min: 0.5, filterInput: () => ({ catalog: 200 }) },
  { name: 'repeated: two facets', min: 0.5, filterInput: () => ({ brand: [7], filter: { 7: [701, 702, 703] } }) },
  { name: 'repeated: text query', min: 0.5, filterInput: () => ({ query: 'дрель ударная' }) },
  { name: 'repeated: deep page', min: 0.5, filterInput: () => ({ page: 4000 }) },
  { name: 'never repeated: inside a category', min: 0.1, filterInput: () => ({ catalog: leaf(), ...anyPrices() }) },
  { name: 'never repeated: whole catalogue, price range', min: 0.03, filterInput: anyPrices },
  {
    name: 'never repeated: whole catalogue, two facet values',
    min: 0.03,
    filterInput: () => ({ ...twoValues(), minprice: (filtered += 1) }),
  },
  {
    name: 'never repeated: whole catalogue, rare word',
    min: 0.03,
    filterInput: () => ({ query: `серия${random(size.rareWords)}`, ...anyPrices() }),
  },
  {
    name: 'never repeated: whole catalogue, all three',
    min: 0.03,
    filterInput: () => ({ query: `серия${random(size.rareWords)}`, ...twoValues(), ...anyPrices() }),
  },
]

function question(input: object): BenchRequest {
  return { method: 'POST', path: '/api/filter/', body: JSON.stringify(input) }
}

/** Sets the size of the static reply to that of a typical answer. */
async function keepTypicalAnswer(context: BenchContext, filterInput: () => object): Promise<number> {
  const answers: string[] = []
  for (let n = 0; n < 21; n += 1) answers.push(await post(context, '/api/filter/', filterInput()))
  const typical = answers.toSorted((a, b) => a.length - b.length)[10] ?? ''
  await post(context, '/api/bench-baseline/', { text: typical })
  return Buffer.byteLength(typical)
}

async function post({ origin, buyer }: BenchContext, path: string, body: object): Promise<string> {
  const headers = { cookie: buyer.cookie, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return text
}

function rowsOf({ name, min }: Kind, bytes: number, staticReply: Load, filtered: Load): BenchRow[] {
  const ratio = filtered.perSecond / staticReply.perSecond
  const tail = filtered.p99Ms / filtered.meanMs
  return [
    {
      name: `filter, ${name} (${Math.round(bytes / 1024)} KB; static ${Math.round(staticReply.perSecond)}/s)`,
      value: filtered.perSecond,
      unit: 'requests/s',
      ratio,
      threshold: `≥ ${min}`,
      pass: ratio >= min && filtered.refused === 0,
    },
    {
      name: `filter, ${name}: p99 to mean (static ${(staticReply.p99Ms / staticReply.meanMs).toFixed(2)})`,
      value: filtered.p99Ms,
      unit: 'ms',
      ratio: tail,
      threshold: '≤ 3',
      pass: tail <= 3,
    },
  ]
}

/** 50 favourites and 30 basket lines, some of them on the first page. */
async function markGoods({ database, buyer, ...context }: BenchContext): Promise<void> {
  const first = JSON.parse(await post({ database, buyer, ...context }, '/api/filter/', {})) as {
    products: { id: number; variants_count: number }[]
  }
  const shown = first.products.filter(({ variants_count }) => variants_count === 0).map(({ id }) => id)
  const favourite = [
    ...new Set([...shown.slice(0, 5), ...Array.from({ length: 60 }, (_, n) => plainProduct(n * 1777))]),
  ].slice(0, 50)
  await database.db.insert(favourites).values(favourite.map((productId) => ({ accountId: buyer.accountId, productId })))
  const [basket] = await database.db
    .insert(baskets)
    .values({ accountId: buyer.accountId, contractId: buyer.contractId })
    .returning()
  const lines = [
    ...new Set([...shown.slice(3, 8), ...Array.from({ length: 40 }, (_, n) => plainProduct(n * 2311))]),
  ].slice(0, 30)
  await database.db.insert(basketLines).values(
    lines.map((productId) => ({
      basketId: basket?.id ?? 0,
      productId,
      warehouseId: 1,
      quantityMilli: 2000,
      shownPriceKopecks: 100,
    })),
  )
}
