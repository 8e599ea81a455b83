import { rootCategoryId } from '#shared/constants.ts'
import type { PriceBreak } from '#shared/rules/prices/price-breaks.ts'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listLowerPrices } from '#server/catalogue/price-breaks/buyer-breaks.ts'
import { findHasBreaks, type BreakOwner } from '#server/catalogue/price-breaks/shared-queries.ts'
import { findRuledPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { orderCategories, withDescendants, type OrderedCategory } from './category-order.ts'
import {
  fetchPriceCursor,
  readSnapshotTime,
  listCategories,
  listOfferDetails,
  listPriceRows,
  listSoldCategories,
  openPriceCursor,
  type OfferDetails,
  type PriceChoice,
  type PriceRow,
} from './queries-rows.ts'

export type PriceListInput = {
  categoryIds: readonly number[]
  availableOnly: boolean
  /** What the reader sees instead of the contract's prices. */
  pricePolitics: readonly PriceRule[]
}

/** Prices are null if price politics hide them. */
export type PriceListRow = Omit<PriceRow, 'priceKopecks' | 'listKopecks'> & {
  priceKopecks: number | null
  listKopecks: number | null
  category: OrderedCategory | undefined
  breaks: readonly PriceBreak[]
}

export type PriceRows = {
  /** Number of rows; known once the first chunk has been read. */
  total: () => number
  /** PostgreSQL snapshot that all rows belong to; later changes are read from here. */
  asOf: string
  /** The same moment as a clock time. */
  at: Date
  /** Any good may have breaks. */
  hasBreaks: boolean
  /** The requested categories with their descendants, in display order. */
  categories: readonly OrderedCategory[]
  /** Ids of those `categories` that contain at least one row. */
  listNonEmptyCategories: () => Promise<Set<number>>
  chunks: AsyncIterable<PriceListRow[]>
  /** Details that only YML needs. */
  details: (ids: readonly number[]) => Promise<OfferDetails[]>
}

/** Large enough for few queries, small enough not to block the event loop. */
const chunkRows = 400

/**
 * Reads the goods sold under a contract from one database snapshot, chunk by chunk in constant memory. The transaction
 * stays open while `use` runs; the next chunk is fetched while the current one is processed.
 */
export function withPriceRows<Outcome>(
  db: Db,
  view: ContractView,
  input: PriceListInput,
  use: (rows: PriceRows) => Promise<Outcome>,
): Promise<Outcome> {
  return db.transaction(
    async (tx) => {
      const { asOf, at } = await readSnapshotTime(tx)
      const wholeCatalogue = isWholeCatalogue(input.categoryIds)
      const categories = withDescendants(
        orderCategories(await listCategories(tx)),
        wholeCatalogue ? [] : input.categoryIds,
      )
      const choice: PriceChoice = {
        priceTypeId: view.priceTypeId,
        rrcTypeId: view.rrcTypeId,
        warehouseIds: view.warehouses.map(({ id }) => id),
        categoryIds: categories.map(({ id }) => id),
        wholeCatalogue,
        availableOnly: input.availableOnly,
      }
      const { contractId, priceTypeId, basePriceTypeId } = view
      const hasBreaks = await findHasBreaks(tx, { contractId, priceTypeId: basePriceTypeId })
      const owner = hasBreaks ? { contractId, priceTypeId } : undefined
      const show = (rows: readonly PriceRow[]) =>
        withShownPrices(tx, rows, { contractId, owner, rules: input.pricePolitics })
      await openPriceCursor(tx, choice)
      const readGuard = createReadGuard()
      const counts = { total: 0 }
      const byId = new Map(categories.map((category) => [category.id, category]))
      const chunks = readChunks(() => readGuard.run(() => readChunk(tx, choice, { byId, counted: counts, show })))
      try {
        return await use({
          total: () => counts.total,
          asOf,
          at,
          hasBreaks,
          categories,
          listNonEmptyCategories: async () => new Set(await readGuard.run(() => listSoldCategories(tx, choice))),
          chunks,
          details: (ids) => readGuard.run(() => listOfferDetails(tx, ids)),
        })
      } finally {
        await readGuard.end()
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** No category, or the root among them, means the whole catalogue. */
export function isWholeCatalogue(categoryIds: readonly number[]): boolean {
  return categoryIds.length === 0 || categoryIds.includes(rootCategoryId)
}

async function readChunk(
  tx: Db,
  choice: PriceChoice,
  {
    byId,
    counted: counts,
    show,
  }: {
    byId: ReadonlyMap<number, OrderedCategory>
    counted: { total: number }
    show: (rows: readonly PriceRow[]) => Promise<PricedRow[]>
  },
): Promise<PriceListRow[]> {
  const keys = await fetchPriceCursor(tx, { count: chunkRows })
  counts.total = keys[0]?.total ?? counts.total
  if (keys.length === 0) return []
  const rows = await listPriceRows(
    tx,
    choice,
    keys.map(({ id }) => id),
  )
  const categoryIds = new Map(keys.map(({ id, categoryId }) => [id, categoryId]))
  return (await show(rows)).map((row) => ({ ...row, category: byId.get(categoryIds.get(row.id) ?? 0) }))
}

type PricedRow = Omit<PriceListRow, 'category'>

/** A good with a hidden price shows no РРЦ either. */
async function withShownPrices(
  tx: Db,
  rows: readonly PriceRow[],
  { contractId, owner, rules }: { contractId: number; owner: BreakOwner | undefined; rules: readonly PriceRule[] },
): Promise<PricedRow[]> {
  const productIds = rows.map(({ id }) => id)
  const shown = await findRuledPrice(tx, rules, { contractId, productIds })
  const lower = owner ? await listLowerPrices(tx, owner, { productIds, shown }) : []
  const breaks = new Map(lower.map((good) => [good.productId, good.breaks]))
  if (rules.length === 0) return rows.map((row) => ({ ...row, breaks: breaks.get(row.id) ?? [] }))
  return rows.map((row) => {
    const priceKopecks = shown({ productId: row.id, priceKopecks: row.priceKopecks })
    return {
      ...row,
      priceKopecks,
      listKopecks: shown({ productId: row.id, priceKopecks: row.listKopecks }),
      rrcKopecks: priceKopecks === null ? null : row.rrcKopecks,
      breaks: breaks.get(row.id) ?? [],
    }
  })
}

async function* readChunks(read: () => Promise<PriceListRow[]>): AsyncGenerator<PriceListRow[]> {
  // A fetch that fails while the caller is busy must not become an unhandled rejection: the next iteration throws it.
  const fetchNext = () => {
    const chunk = read()
    chunk.catch(() => undefined)
    return chunk
  }
  let next = fetchNext()
  for (let rows = await next; rows.length > 0; rows = await next) {
    next = fetchNext()
    yield rows
  }
}

/** An aborted stream may still request more rows. After the transaction ends no query may use its connection. */
function createReadGuard() {
  const running = new Set<Promise<unknown>>()
  let hasEnded = false
  return {
    async run<Answer>(query: () => Promise<Answer>): Promise<Answer> {
      if (hasEnded) throw new Error('the reading of prices is over')
      const pending = query()
      running.add(pending)
      return pending.finally(() => running.delete(pending))
    },
    async end(): Promise<void> {
      hasEnded = true
      await Promise.allSettled(running)
    },
  }
}
