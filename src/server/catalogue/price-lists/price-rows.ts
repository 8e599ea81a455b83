import type { Db } from '#server/platform/db/client.ts'
import { rootCategoryId } from '#shared/constants.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { orderCategories, withDescendants, type OrderedCategory } from './category-order.ts'
import {
  fetchPriceCursor,
  findMoment,
  listCategories,
  listOfferDetails,
  listPriceRows,
  listSoldCategories,
  openPriceCursor,
  type OfferDetails,
  type PriceChoice,
  type PriceRow,
} from './queries-rows.ts'

export type PriceListInput = { categoryIds: readonly number[]; availableOnly: boolean }

export type ListedRow = PriceRow & { category: OrderedCategory | undefined }

export type PriceRows = {
  /** How many rows there will be, known from the first chunk on. */
  total: () => number
  /** The moment that all rows are of, to read later changes from. */
  asOf: string
  /** The same moment by the clock. */
  at: Date
  /** Those that were asked for, with all below them, in their order. */
  categories: readonly OrderedCategory[]
  /** Of `categories` the ids of those that any of the rows is in. */
  soldIn: () => Promise<Set<number>>
  chunks: AsyncIterable<ListedRow[]>
  /** What only a program's price list has on these goods. */
  details: (ids: readonly number[]) => Promise<OfferDetails[]>
}

/** Large enough to query rarely, small enough not to block the event loop. */
const chunkRows = 400

/**
 * Reads what is sold under a contract as one moment has it, chunk by chunk at constant memory: the transaction lasts as
 * long as `use`. The next chunk is fetched while one is used.
 */
export function withPriceRows<Outcome>(
  db: Db,
  view: ContractView,
  input: PriceListInput,
  use: (rows: PriceRows) => Promise<Outcome>,
): Promise<Outcome> {
  return db.transaction(
    async (tx) => {
      const { asOf, at } = await findMoment(tx)
      const everything = isWholeCatalogue(input.categoryIds)
      const categories = withDescendants(orderCategories(await listCategories(tx)), everything ? [] : input.categoryIds)
      const choice: PriceChoice = {
        priceTypeId: view.priceTypeId,
        rrcTypeId: view.rrcTypeId,
        warehouseIds: view.warehouses.map(({ id }) => id),
        categoryIds: categories.map(({ id }) => id),
        everything,
        availableOnly: input.availableOnly,
      }
      await openPriceCursor(tx, choice)
      const reading = guardReading()
      const counted = { total: 0 }
      const byId = new Map(categories.map((category) => [category.id, category]))
      const chunks = readChunks(() => reading.run(() => readChunk(tx, choice, byId, counted)))
      try {
        return await use({
          total: () => counted.total,
          asOf,
          at,
          categories,
          soldIn: async () => new Set(await reading.run(() => listSoldCategories(tx, choice))),
          chunks,
          details: (ids) => reading.run(() => listOfferDetails(tx, ids)),
        })
      } finally {
        await reading.end()
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
  byId: ReadonlyMap<number, OrderedCategory>,
  counted: { total: number },
): Promise<ListedRow[]> {
  const keys = await fetchPriceCursor(tx, { count: chunkRows })
  counted.total = keys[0]?.total ?? counted.total
  if (keys.length === 0) return []
  const rows = await listPriceRows(
    tx,
    choice,
    keys.map(({ id }) => id),
  )
  const categoryIds = new Map(keys.map(({ id, categoryId }) => [id, categoryId]))
  return rows.map((row) => ({ ...row, category: byId.get(categoryIds.get(row.id) ?? 0) }))
}

async function* readChunks(read: () => Promise<ListedRow[]>): AsyncGenerator<ListedRow[]> {
  // If fetching fails while the caller is busy, the error is thrown at its next request.
  const ahead = () => {
    const coming = read()
    coming.catch(() => undefined)
    return coming
  }
  let next = ahead()
  for (let rows = await next; rows.length > 0; rows = await next) {
    next = ahead()
    yield rows
  }
}

/**
 * A stream that is cut off still asks for more: after the end nothing may reach the connection, which others use then.
 */
function guardReading() {
  const running = new Set<Promise<unknown>>()
  let over = false
  return {
    async run<Answer>(query: () => Promise<Answer>): Promise<Answer> {
      if (over) throw new Error('the reading of prices is over')
      const asking = query()
      running.add(asking)
      return asking.finally(() => running.delete(asking))
    },
    async end(): Promise<void> {
      over = true
      await Promise.allSettled(running)
    },
  }
}
