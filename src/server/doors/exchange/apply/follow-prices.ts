import { dayOf } from '#shared/rules/dates.ts'
import { applyConditionsLater } from '#server/catalogue/conditions/apply.ts'
import { hasDerivedTypes, writeDerivedPrices } from '#server/catalogue/prices/shared-queries-derived.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { listOffered } from '#server/catalogue/showcase/shared-queries-offers.ts'
import type { ImportContext } from './context.ts'

/** Writes what follows from goods and list prices changed in this batch: prices under conditions, then sale prices. */
export async function followPrices(context: ImportContext): Promise<void> {
  await applyPriceConditions(context)
  await applySpecialOffers(context)
}

/**
 * Derives prices under conditions again, of goods whose list price, brand or category changed in this batch; of all,
 * when categories were moved, soon after.
 */
async function applyPriceConditions(context: ImportContext): Promise<void> {
  const { db, changedGoods, changedPrices, movedCategories } = context
  const goods = [...changedGoods]
  context.changedGoods.clear()
  context.movedCategories = false
  if ((goods.length + changedPrices.size === 0 && !movedCategories) || !(await hasDerivedTypes(db))) return
  // A moved category changes any number of goods: too many for a batch.
  if (movedCategories) await applyConditionsLater(db, { types: 'all' })
  const today = dayOf(new Date())
  const products = [...new Set([...goods, ...(await listVariants(context, goods)), ...changedPrices])]
  const changed = await writeDerivedPrices(db, { products, today })
  for (const id of changed) changedPrices.add(id)
}

async function listVariants(context: ImportContext, goods: number[]): Promise<number[]> {
  if (goods.length === 0) return []
  const rows = await context.rows<{ id: number }>(
    'select id from products where parent_id in (select json_array_elements_text($1)::int)',
    goods,
  )
  return rows.map(({ id }) => id)
}

/**
 * Compares prices changed in this batch with special offers: a list price at or below the offer's ends the sale of that
 * good, a higher one starts it.
 */
async function applySpecialOffers({ db, changedPrices }: ImportContext): Promise<void> {
  if (changedPrices.size === 0) return
  const offered = await listOffered(db, { productIds: [...changedPrices] })
  if (offered.length > 0) await applyOffers(db, offered)
}
