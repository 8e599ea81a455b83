import { preserveFlags } from '#server/catalogue/presentation/shared-queries-import.ts'
import type { GoodItem, OfferItem } from '../parse/items.ts'
import { planGood, type PlannedGood } from '../plan/good.ts'
import { planGoodOfOffer } from '../plan/good-of-offers.ts'
import { parentGoodOf, goodCodeOf, isVariantCode } from '../plan/variant.ts'
import { recordOtherCatalogues } from './run/catalogues.ts'
import type { ImportContext } from './context.ts'
import { linkGoods } from './links.ts'
import { applyVatRates } from './prices.ts'
import { findProducts, markSeen, setActive, withOwnBarcodes, type KnownProduct } from './products.ts'
import { deleteUndescribed, recordUndescribed, readUndescribedItems } from './undescribed.ts'
import { writeVariants } from './variants.ts'

/** A waiting offer and when it was received. */
export type WaitingOffer = { offer: OfferItem; receivedAt: Date }

/**
 * Imports goods as products. An unchanged good costs one lookup. Goods with '#' in their Ид are variants; their common
 * part becomes the product. Returns the offers that waited for new goods.
 */
export async function applyGoods(context: ImportContext, items: GoodItem[]): Promise<WaitingOffer[]> {
  if (items.length === 0) return []
  context.tally.add('goods', 'seen', items.length)
  await context.vocabulary.loadDictionary(context.sql, items)
  const known = await findProducts(
    context,
    items.flatMap(({ code }) => [code, goodCodeOf(code)]),
  )
  const live = items
    .filter((item) => !item.deleted && (item.name !== '' || rejectUnnamed(context, item, known)))
    .map((item) => preserveName(item, known))
  const goods = live.filter(({ code }) => !isVariantCode(code)).map((item) => planGood(item, context.vocabulary))
  const variants = live.filter(({ code }) => isVariantCode(code))
  const commons = missingParents(variants, goods, known).map((item) => ({
    ...planGood(item, context.vocabulary),
    digest: '',
  }))

  await deactivateGoods(
    context,
    items.filter(({ deleted }) => deleted),
    known,
  )
  const created = await createGoods(context, [...goods.filter(({ code }) => !known.has(code)), ...commons])
  await changeGoods(context, goods, known)
  for (const [code, product] of created) known.set(code, product)
  await writeVariants(context, variants, known, { from: 'good', kind: 'goods' })
  await recordUndescribed(
    context,
    live.flatMap((item) => recordOf(item, known)),
  )
  await recordOtherCatalogues(context, live, known)
  await markSeen(
    context,
    live.flatMap(({ code }) => [known.get(code)?.id, known.get(goodCodeOf(code))?.id]),
  )
  return removeWaitingOffers(context, [...created.keys()])
}

function rejectUnnamed(context: ImportContext, { code, name }: GoodItem, known: Map<string, KnownProduct>): boolean {
  if (known.has(code)) return true
  context.tally.reject('goods', { code, name, reason: 'У товара нет наименования' })
  return false
}

/** A changed good without a name keeps its name. */
function preserveName(item: GoodItem, known: Map<string, KnownProduct>): GoodItem {
  return item.name === '' ? { ...item, name: known.get(item.code)?.name ?? '' } : item
}

function recordOf<Item extends GoodItem | OfferItem>(
  item: Item,
  known: Map<string, KnownProduct>,
): { productId: number; item: Item }[] {
  const productId = known.get(item.code)?.id
  return productId === undefined ? [] : [{ productId, item }]
}

/**
 * Plans goods again from their stored records after missing codes were described. Only code-dependent fields change.
 * Inactive goods stay inactive: the record that reactivates them is planned again anyway.
 */
export async function replanGoods(context: ImportContext, productIds: number[]): Promise<void> {
  const records = await readUndescribedItems(context, productIds)
  await deleteUndescribed(
    context,
    records.filter(({ active }) => !active).map(({ productId }) => productId),
  )
  const items = records.filter(({ active }) => active).map(({ item }) => item)
  await context.vocabulary.loadDictionary(context.sql, items)
  const known = await findProducts(
    context,
    items.flatMap(({ code }) => [code, goodCodeOf(code)]),
  )
  const goods = items.filter((item) => item.kind === 'good')
  const offers = items.filter((item) => item.kind === 'offer')
  await changeGoods(
    context,
    goods.filter(({ code }) => !isVariantCode(code)).map((item) => planGood(item, context.vocabulary)),
    known,
  )
  await writeVariants(
    context,
    goods.filter(({ code }) => isVariantCode(code)),
    known,
    { from: 'good', kind: 'goods' },
  )
  await changeGoods(
    context,
    offers.filter(({ code }) => !isVariantCode(code)).map((offer) => planGoodOfOffer(offer, context.vocabulary)),
    known,
  )
  await writeVariants(
    context,
    offers.filter(({ code }) => isVariantCode(code)),
    known,
    { from: 'offer', kind: 'offers' },
  )
  await recordUndescribed(
    context,
    records.filter(({ active }) => active),
  )
}

function missingParents(variants: GoodItem[], goods: PlannedGood[], known: Map<string, KnownProduct>): GoodItem[] {
  const there = new Set([...known.keys(), ...goods.map(({ code }) => code)])
  const missing = new Map<string, GoodItem>()
  for (const variant of variants) {
    const parent = parentGoodOf(variant)
    if (!there.has(parent.code) && !missing.has(parent.code)) missing.set(parent.code, parent)
  }
  return [...missing.values()]
}

async function deactivateGoods(
  context: ImportContext,
  deleted: GoodItem[],
  known: Map<string, KnownProduct>,
): Promise<void> {
  const active = deleted.flatMap(({ code }) => (known.get(code)?.active ? [known.get(code)?.id ?? 0] : []))
  context.tally.add('goods', 'changed', active.length)
  context.tally.add('goods', 'unchanged', deleted.length - active.length)
  await setActive(context, active, false)
}

/** Inserts products of new goods; returns them by Ид. */
export async function createGoods(context: ImportContext, goods: PlannedGood[]): Promise<Map<string, KnownProduct>> {
  const made = new Map<string, KnownProduct>()
  if (goods.length === 0) return made
  context.rebuild = true
  const brands = await brandIds(context, goods)
  const rows = await context.rows<{ id: number; code1c: string }>(
    `insert into products (code1c, catalogue_code, name, full_name, articul, code, barcodes, brand_id, description,
      unit, okei, step_milli,
       decimals, vat, weight_grams, volume_cm3, is_hit, is_new, is_sale, source_digest)
     select r.code, r."catalogueCode", r.name, r."fullName", r.articul, r."shortCode", r.barcodes, r."brandId",
       r.description, r.unit, r.okei,
       r."stepMilli", r.decimals, r.vat, r."weightGrams", r."volumeCm3", coalesce(r."isHit", false),
         coalesce(r."isNew", false),
       coalesce(r."isSale", false), r.digest
     from json_to_recordset($1) r(${goodColumns}) order by r.at returning id, code1c`,
    goods.map((good, at) => ({ ...good, ...brandOf(good, brands), at })),
  )
  const byCode = new Map(goods.map((good) => [good.code, good]))
  for (const { id, code1c } of rows) {
    const good = byCode.get(code1c)
    if (good === undefined) continue
    made.set(code1c, {
      id,
      code: code1c,
      digest: good.digest,
      active: true,
      name: good.name,
      articul: good.articul,
      vat: good.vat,
      barcodes: good.barcodes,
      offerBarcodes: [],
      catalogueCode: good.catalogueCode,
      parentId: null,
    })
    context.tally.add('goods', 'created')
  }
  await linkGoods(
    context,
    goods.map((good) => ({ ...good, id: made.get(good.code)?.id ?? 0 })),
    { areNew: true },
  )
  return made
}

const goodColumns = `code text, "catalogueCode" text, name text, "fullName" text, articul text, "shortCode" text,
  barcodes text[], "offerBarcodes" text[], "brandId" int, description text, unit text, okei text,
  "stepMilli" bigint, decimals int, vat text, "weightGrams" bigint, "volumeCm3" bigint, "isHit" boolean,
  "isNew" boolean, "isSale" boolean, digest text, at int, id int`

/** Updates goods that differ from 1C's last record; inactive ones become active. */
export async function changeGoods(
  context: ImportContext,
  goods: PlannedGood[],
  known: Map<string, KnownProduct>,
): Promise<void> {
  const there = goods.flatMap((good) => {
    const before = known.get(good.code)
    return before === undefined
      ? []
      : [
          {
            ...good,
            ...withOwnBarcodes(before, good.barcodes),
            catalogueCode: catalogueAfter(good, before),
            id: before.id,
            before,
          },
        ]
  })
  const changed = there.filter(
    ({ digest, catalogueCode, before }) =>
      digest !== before.digest || !before.active || catalogueCode !== before.catalogueCode,
  )
  context.tally.add('goods', 'unchanged', there.length - changed.length)
  context.tally.add('goods', 'changed', changed.length)
  if (changed.length === 0) return
  context.rebuild = true
  const brands = await brandIds(context, changed)
  await context.rows(
    `update products p set catalogue_code = r."catalogueCode", name = r.name, full_name = r."fullName",
      articul = r.articul, code = r."shortCode",
       barcodes = r.barcodes, offer_barcodes = r."offerBarcodes", brand_id = r."brandId",
       description = r.description, unit = r.unit, okei = r.okei, step_milli = r."stepMilli", decimals = r.decimals,
         vat = r.vat,
       weight_grams = r."weightGrams", volume_cm3 = r."volumeCm3", is_hit = coalesce(m.hit, r."isHit", p.is_hit),
       is_new = coalesce(m.novelty, r."isNew", p.is_new), is_sale = marked.sale or p.on_offer,
       on_offer = p.on_offer and not marked.sale, source_digest = r.digest, active = true, updated_at = now()
     from json_to_recordset($1) r(${goodColumns}) join products k on k.id = r.id left join product_marks m
       on m.product_id = r.id,
       lateral (select coalesce(m.sale, r."isSale", k.is_sale and not k.on_offer) as sale) marked
     where p.id = k.id`,
    changed.map((good) => ({ ...good, ...brandOf(good, brands) })),
  )
  await preserveFlags(
    context.db,
    changed.map(({ id, isHit, isNew, isSale }) => ({ id, hit: isHit, novelty: isNew, sale: isSale })),
  )
  await applyToVariants(
    context,
    changed.map(({ id, before }) => ({ id, name: before.name, articul: before.articul })),
  )
  await applyVatRates(
    context,
    changed.filter(({ vat, before }) => vat !== before.vat),
  )
  await linkGoods(context, changed, { areNew: false })
  for (const { id } of changed) context.changedGoods.add(id)
}

/** An active good stays in its first catalogue; an inactive one moves to the catalogue that reactivates it. */
function catalogueAfter({ catalogueCode }: PlannedGood, before: KnownProduct): string {
  return before.active && before.catalogueCode !== '' ? before.catalogueCode : catalogueCode
}

/** Variants inherit changes of their product; a name or article equal to the product's old one changes, too. */
async function applyToVariants(
  context: ImportContext,
  parents: { id: number; name: string; articul: string }[],
): Promise<void> {
  await context.rows(
    `update products v set name = n.name, articul = n.articul, brand_id = p.brand_id, unit = p.unit, okei = p.okei,
      step_milli = n.step_milli,
       decimals = n.decimals, vat = p.vat, weight_grams = p.weight_grams, volume_cm3 = p.volume_cm3, is_hit = p.is_hit,
         is_new = p.is_new,
       is_sale = p.is_sale, catalogue_code = p.catalogue_code, updated_at = now()
     from json_to_recordset($1) r(id int, name text, articul text) join products p on p.id = r.id, products k,
       lateral (select case when k.name = r.name then p.name else k.name end as name,
         case when k.articul = r.articul then p.articul else k.articul end as articul,
         coalesce(k.own_step_milli, p.step_milli) as step_milli, case when k.own_step_milli is null then p.decimals
           else 0 end as decimals) n
     where k.parent_id = p.id and v.id = k.id
       and (v.name, v.articul, v.brand_id, v.unit, v.okei, v.step_milli, v.decimals, v.vat, v.weight_grams,
         v.volume_cm3, v.is_hit, v.is_new, v.is_sale, v.catalogue_code)
       is distinct from
       (n.name, n.articul, p.brand_id, p.unit, p.okei, n.step_milli, n.decimals, p.vat, p.weight_grams, p.volume_cm3,
         p.is_hit, p.is_new, p.is_sale, p.catalogue_code)`,
    parents,
  )
}

/** Brands by normalised key: 'MAKITA' and 'Makita ' are one brand with the first spelling. */
async function brandIds(context: ImportContext, goods: PlannedGood[]): Promise<Map<string, number>> {
  const unknown = goods.filter(({ brand }) => brand !== '' && !context.brandIds.has(brandKey(brand)))
  const missing = new Map(unknown.toReversed().map(({ brand }) => [brandKey(brand), brand]))
  if (missing.size > 0) {
    const missingBrands = [...missing].toReversed().map(([key, name]) => ({ key, name }))
    await context.rows(
      `insert into brands (name, key) select name, key from rows
        from (json_to_recordset($1) as (key text, name text)) with ordinality r(key, name, n)
       where not exists (select from brands b where b.key = r.key) order by n`,
      missingBrands,
    )
    const rows = await context.rows<{ id: number; key: string }>(
      'select b.id, b.key from brands b join json_array_elements_text($1) k(key) on k.key = b.key',
      [...missing.keys()],
    )
    for (const { id, key } of rows) context.brandIds.set(key, id)
  }
  return context.brandIds
}

function brandOf({ brand }: PlannedGood, brands: Map<string, number>): { brandId: number | null } {
  return { brandId: brand === '' ? null : (brands.get(brandKey(brand)) ?? null) }
}

function brandKey(name: string): string {
  return name.toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Removes the offers of these goods from the waiting list and returns them. */
export async function removeWaitingOffers(context: ImportContext, codes: string[]): Promise<WaitingOffer[]> {
  if (codes.length === 0) return []
  const rows = await context.rows<{ offer: OfferItem; received_at: Date }>(
    `delete from exchange_pending where good_code in (select json_array_elements_text($1))
      returning offer, received_at`,
    codes,
  )
  return rows
    .map(({ offer, received_at }) => ({ offer, receivedAt: received_at }))
    .sort((one, other) => (one.offer.code < other.offer.code ? -1 : 1))
}
