import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import type { ImportContext } from './context.ts'

/** Prices of a product by price type; 0 kopecks = not sold. `net`: price before added VAT, null = VAT was included. */
export type PricesOfProduct = { productId: number; prices: { typeId: number; kopecks: number; net: string | null }[] }

type Row = { p: number; t: number; k: number; n: string | null }

/** Writes prices that differ; running sale prices are kept. */
export async function writePrices(context: ImportContext, pricesOfProducts: PricesOfProduct[]): Promise<void> {
  if (pricesOfProducts.length === 0) return
  const rows = await context.rows<Row>(
    `select product_id as p, price_type_id as t, price_kopecks as k, net_kopecks::text as n from prices
      where product_id in (select json_array_elements_text($1)::int)`,
    pricesOfProducts.map(({ productId }) => productId),
  )
  const before = new Map(rows.map((row) => [`${row.p}/${row.t}`, row]))
  const all = pricesOfProducts.flatMap(({ productId, prices }) =>
    prices.map(({ typeId, kopecks, net }) => ({ p: productId, t: typeId, k: kopecks, n: net })),
  )
  const known = all.flatMap((row) => {
    const had = before.get(`${row.p}/${row.t}`)
    return had === undefined
      ? []
      : [{ ...row, hasNewRate: row.k !== had.k, isDifferent: row.k !== had.k || row.n !== had.n }]
  })
  const newPrices = all.filter(({ p, t, k }) => k > 0 && !before.has(`${p}/${t}`))
  const written = known.filter(({ k, isDifferent }) => k > 0 && isDifferent)
  const changedVat = written.filter(({ hasNewRate }) => hasNewRate)
  const removed = known.filter(({ k }) => k === 0)

  if (newPrices.length > 0) {
    await context.rows(
      `insert into prices (product_id, price_type_id, price_kopecks, net_kopecks) select p, t, k, n
        from json_to_recordset($1) r(p int, t int, k bigint, n numeric)`,
      newPrices,
    )
  }
  if (written.length > 0) {
    await context.rows(
      `update prices set price_kopecks = r.k, net_kopecks = r.n
        from json_to_recordset($1) r(p int, t int, k bigint, n numeric)
       where product_id = r.p and price_type_id = r.t`,
      written,
    )
  }
  if (removed.length > 0) {
    await context.rows(
      'delete from prices using json_to_recordset($1) r(p int, t int) where product_id = r.p and price_type_id = r.t',
      removed,
    )
  }
  context.tally.add('prices', 'created', newPrices.length)
  context.tally.add('prices', 'changed', changedVat.length + removed.length)
  context.tally.add('prices', 'unchanged', all.length - newPrices.length - changedVat.length - removed.length)
  for (const { p } of [...newPrices, ...changedVat, ...removed]) context.changedPrices.add(p)
}

/** Recalculates prices with added VAT after a change of the good's rate, also of its variants, which inherit it. */
export async function applyVatRates(context: ImportContext, goods: { id: number; vat: VatRate }[]): Promise<void> {
  if (goods.length === 0) return
  const rows = await context.rows<{ id: number }>(
    `with given as (select id, 1 + percent::numeric / 100 as factor from json_to_recordset($1) r(id int, percent int)),
       meant as (select id, factor from given union all select v.id, factor from given join products v
         on v.parent_id = given.id)
     update prices x set price_kopecks = greatest(1, round(x.net_kopecks * factor)) from meant
     where x.product_id = meant.id and x.net_kopecks is not null
     and x.price_kopecks <> greatest(1, round(x.net_kopecks * factor)) returning x.product_id as id`,
    goods.map(({ id, vat }) => ({ id, percent: vatPercent(vat) ?? 0 })),
  )
  context.tally.add('prices', 'changed', rows.length)
  for (const { id } of rows) context.changedPrices.add(id)
}
