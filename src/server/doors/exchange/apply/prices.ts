import { sql } from 'drizzle-orm'
import { currencyCode } from '#shared/rules/prices/currencies.ts'
import type { VatRate } from '#shared/rules/vat.ts'
import { listRatedCurrencies } from '#server/catalogue/prices/shared-queries-rates.ts'
import {
  deleteForeignPrices,
  deletePrices,
  insertPrices,
  recalculateVat,
  saveForeignPrices,
  updatePrices,
  writeRoublePrices,
  type ForeignPrice,
  type WrittenPrice,
} from '#server/catalogue/prices/shared-queries-write.ts'
import type { ImportContext } from './context.ts'

/** Prices of a product by price type. */
export type PricesOfProduct = {
  productId: number
  /** For the log, of prices that are not sold. */
  code: string
  name: string
  /** 0 kopecks = not sold. `net`: price before added VAT, null = VAT was included. */
  prices: { typeId: number; kopecks: number; net: string | null }[]
  foreign: { typeId: number; currency: string; hundredths: string; net: boolean }[]
}

/** Writes prices that differ; running sale prices are kept. */
export async function writePrices(context: ImportContext, pricesOfProducts: PricesOfProduct[]): Promise<void> {
  if (pricesOfProducts.length === 0) return
  await writePricesInRoubles(context, pricesOfProducts)
  await writePricesInOtherCurrencies(context, pricesOfProducts)
  await context.rows(
    `update price_types set prices_at = $2 where id in (select json_array_elements_text($1)::int)
      and prices_at is distinct from $2`,
    [
      ...new Set(
        pricesOfProducts.flatMap(({ prices, foreign }) => [...prices, ...foreign].map(({ typeId }) => typeId)),
      ),
    ],
    context.receivedAt,
  )
}

/** Recalculates prices with added VAT after a change of the good's rate, also of its variants, which inherit it. */
export async function applyVatRates(context: ImportContext, goods: { id: number; vat: VatRate }[]): Promise<void> {
  if (goods.length === 0) return
  const changed = await recalculateVat(context.db, goods)
  context.tally.add('prices', 'changed', changed.length)
  for (const id of changed) context.changedPrices.add(id)
}

async function writePricesInRoubles(context: ImportContext, pricesOfProducts: PricesOfProduct[]): Promise<void> {
  const before = await readPrices(context, pricesOfProducts)
  const all = pricesOfProducts.flatMap(({ productId, prices }) =>
    prices.map(({ typeId, kopecks, net }): WrittenPrice => ({ productId, priceTypeId: typeId, kopecks, net })),
  )
  const known = all.flatMap((price) => {
    const had = before.get(keyOf(price))
    if (had === undefined) return []
    const isRepriced = price.kopecks !== had.kopecks
    return [{ ...price, isRepriced, isDifferent: isRepriced || price.net !== had.net }]
  })
  const created = all.filter((price) => price.kopecks > 0 && !before.has(keyOf(price)))
  const written = known.filter(({ kopecks, isDifferent }) => kopecks > 0 && isDifferent)
  const repriced = written.filter(({ isRepriced }) => isRepriced)
  const removed = known.filter(({ kopecks }) => kopecks === 0)

  await deleteForeignPrices(context.db, all)
  await insertPrices(context.db, created)
  await updatePrices(context.db, written)
  await deletePrices(context.db, removed)
  context.tally.add('prices', 'created', created.length)
  context.tally.add('prices', 'changed', repriced.length + removed.length)
  context.tally.add('prices', 'unchanged', all.length - created.length - repriced.length - removed.length)
  for (const { productId } of [...created, ...repriced, ...removed]) context.changedPrices.add(productId)
}

/** They are sold in roubles at the applied rate; those without a rate are logged. */
async function writePricesInOtherCurrencies(context: ImportContext, goods: PricesOfProduct[]): Promise<void> {
  const all = goods.flatMap(({ productId, foreign }) =>
    foreign.map(({ typeId, ...price }): ForeignPrice => ({ productId, priceTypeId: typeId, ...price })),
  )
  if (all.length === 0) return
  await saveForeignPrices(context.db, all)
  const ids = [...new Set(all.map(({ productId }) => productId))]
  const changes = await writeRoublePrices(context.db, sql`f.product_id = any(${sql.param(ids)}::int[])`)
  const rated = await listRatedCurrencies(context.db)
  for (const { code, name, foreign } of goods)
    for (const { currency } of foreign)
      if (!rated.has(currency))
        context.tally.reject('prices', { code, name, reason: `Нет курса ${currencyCode(currency)}: цена не продаётся` })
  const created = changes.filter(({ change }) => change === 'created').length
  const sold = all.filter(({ currency }) => rated.has(currency)).length
  context.tally.add('prices', 'created', created)
  context.tally.add('prices', 'changed', changes.length - created)
  context.tally.add('prices', 'unchanged', Math.max(0, sold - changes.length))
  for (const { productId } of changes) context.changedPrices.add(productId)
}

type StoredPrice = { kopecks: number; net: string | null }

async function readPrices(context: ImportContext, goods: PricesOfProduct[]): Promise<Map<string, StoredPrice>> {
  const rows = await context.rows<StoredPrice & { productId: number; priceTypeId: number }>(
    `select product_id as "productId", price_type_id as "priceTypeId", price_kopecks as kopecks,
      net_kopecks::text as net from prices where product_id in (select json_array_elements_text($1)::int)`,
    goods.map(({ productId }) => productId),
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const keyOf = ({ productId, priceTypeId }: { productId: number; priceTypeId: number }) => `${productId}/${priceTypeId}`
