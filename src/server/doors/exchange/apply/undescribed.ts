import type { GoodItem, OfferItem } from '../parse/items.ts'
import { parseUndescribed, undescribedCodes } from '../plan/parameters.ts'
import type { ImportContext } from './context.ts'

/** A planned good or offer with its product. */
export type PlannedItem = { productId: number; item: GoodItem | OfferItem }

/** An item with undescribed codes; `active`: its product is on sale. */
export type UndescribedItem = PlannedItem & { active: boolean }

/** Stores records with undescribed codes, and deletes stored ones whose codes are described now. */
export async function recordUndescribed(context: ImportContext, records: PlannedItem[]): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ productId, item }) => ({
    p: productId,
    codes: undescribedCodes(item, context.vocabulary),
    item: descriptionOf(item),
  }))
  const undescribed = rows.filter(({ codes }) => codes.length > 0)
  await context.rows(
    `delete from exchange_undescribed where product_id in (select json_array_elements_text($1)::int)`,
    rows.filter(({ codes }) => codes.length === 0).map(({ p }) => p),
  )
  if (undescribed.length === 0) return
  await context.rows(
    `insert into exchange_undescribed (product_id, codes, item)
     select p, array(select json_array_elements_text(r.codes)), r.item from json_to_recordset($1) r(p int, codes json,
       item jsonb)
     where not exists (select from exchange_undescribed k where k.product_id = r.p and k.item = r.item
       and k.codes = array(select json_array_elements_text(r.codes)))
     on conflict (product_id) do update set codes = excluded.codes, item = excluded.item`,
    undescribed,
  )
}

export async function deleteUndescribed(context: ImportContext, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return
  await context.rows(
    'delete from exchange_undescribed where product_id in (select json_array_elements_text($1)::int)',
    productIds,
  )
}

/** Prices and stock do not depend on a classifier. */
function descriptionOf(item: GoodItem | OfferItem): GoodItem | OfferItem {
  return item.kind === 'good' ? item : { ...item, prices: undefined, priceScope: [], total: undefined, stocks: [] }
}

/** Stored missing codes that are described now. */
export async function listDescribedCodes(context: ImportContext): Promise<string[]> {
  const previouslyUndescribed = await context.rows<{ code: string }>(
    'select distinct unnest(codes) as code from exchange_undescribed',
  )
  await context.vocabulary.load(context.sql)
  const parsed = previouslyUndescribed.map(({ code }) => ({ key: code, ...parseUndescribed(code) }))
  const values = parsed.flatMap((each) => {
    const property = each.of === 'value' ? context.vocabulary.property(each.propertyCode) : undefined
    return property === undefined ? [] : [{ k: each.key, p: property.parameterId, c: each.code }]
  })
  const known = await context.rows<{ key: string }>(
    `select r.k as key from json_to_recordset($1) r(k text, p int, c text)
     join exchange_property_values v on v.parameter_id = r.p and v.code = r.c`,
    values,
  )
  const direct = parsed.filter(
    ({ of, code }) =>
      of !== 'value' &&
      (of === 'unit' ? context.vocabulary.unitName(code) : context.vocabulary.property(code)) !== undefined,
  )
  return [...direct, ...known].map(({ key }) => key)
}

/** Ids of products whose records lack any of these codes. */
export async function listUndescribedItems(
  context: ImportContext,
  { codes, afterId, max }: { codes: string[]; afterId: number; max: number },
): Promise<number[]> {
  const rows = await context.rows<{ id: number }>(
    `select product_id as id from exchange_undescribed
     where product_id > $2 and codes && array(select json_array_elements_text($1)) order by product_id limit $3`,
    codes,
    afterId,
    max,
  )
  return rows.map(({ id }) => id)
}

/** Their current records. */
export async function readUndescribedItems(context: ImportContext, productIds: number[]): Promise<UndescribedItem[]> {
  return context.rows(
    `select u.product_id as "productId", u.item, p.active from exchange_undescribed u
      join products p on p.id = u.product_id
     where u.product_id in (select json_array_elements_text($1)::int) order by u.product_id`,
    productIds,
  )
}
