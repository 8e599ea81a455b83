import type { ImportContext } from './context.ts'

/** Wanted prices of a product by price type; 0 kopecks = not sold at it. */
export type PricesOfProduct = { productId: number; prices: { typeId: number; kopecks: number }[] }

type Row = { p: number; t: number; k: number }

/** Writes only prices that differ; a sale price that runs stays. */
export async function writePrices(context: ImportContext, wanted: PricesOfProduct[]): Promise<void> {
  if (wanted.length === 0) return
  const rows = await context.rows<Row>(
    'select product_id as p, price_type_id as t, price_kopecks as k from prices where product_id in (select json_array_elements_text($1)::int)',
    wanted.map(({ productId }) => productId),
  )
  const before = new Map(rows.map(({ p, t, k }) => [`${p}/${t}`, k]))
  const all = wanted.flatMap(({ productId, prices }) => prices.map(({ typeId, kopecks }) => ({ p: productId, t: typeId, k: kopecks })))
  const fresh = all.filter(({ p, t, k }) => k > 0 && !before.has(`${p}/${t}`))
  const moved = all.filter(({ p, t, k }) => k > 0 && before.has(`${p}/${t}`) && before.get(`${p}/${t}`) !== k)
  const gone = all.filter(({ p, t, k }) => k === 0 && before.has(`${p}/${t}`))

  if (fresh.length > 0) {
    await context.rows('insert into prices (product_id, price_type_id, price_kopecks) select p, t, k from json_to_recordset($1) r(p int, t int, k bigint)', fresh)
  }
  if (moved.length > 0) {
    await context.rows(
      'update prices set price_kopecks = r.k from json_to_recordset($1) r(p int, t int, k bigint) where product_id = r.p and price_type_id = r.t',
      moved,
    )
  }
  if (gone.length > 0) {
    await context.rows('delete from prices using json_to_recordset($1) r(p int, t int) where product_id = r.p and price_type_id = r.t', gone)
  }
  context.tally.add('prices', 'created', fresh.length)
  context.tally.add('prices', 'changed', moved.length + gone.length)
  context.tally.add('prices', 'unchanged', all.length - fresh.length - moved.length - gone.length)
  for (const { p } of [...fresh, ...moved, ...gone]) context.changedPrices.add(p)
}
