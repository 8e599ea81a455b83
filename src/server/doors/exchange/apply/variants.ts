import { goodCodeOf, planVariant, type VariantSource } from '../plan/variant.ts'
import type { ImportContext } from './context.ts'
import { linkGoods } from './links.ts'
import { knownColumns, withOwnBarcodes, type KnownProduct } from './products.ts'

/**
 * Writes variants of products in `known` and adds new ones to it. `from`: a description by a Товар outranks one by an
 * offer, so that the two files of an old export do not alternate. `hasNoDescription`: offers with only a price or
 * stock.
 */
export async function writeVariants(
  context: ImportContext,
  sources: VariantSource[],
  known: Map<string, KnownProduct>,
  {
    from,
    kind,
    hasNoDescription = () => false,
  }: { from: 'good' | 'offer'; kind: 'goods' | 'offers'; hasNoDescription?: (source: VariantSource) => boolean },
): Promise<void> {
  const planned = sources.flatMap((source) => {
    const parent = known.get(goodCodeOf(source.code))
    if (parent === undefined) return []
    const plan = planVariant(source, context.vocabulary, from)
    return [{ ...plan, digest: hasNoDescription(source) ? '' : plan.digest, parentId: parent.id, parent }]
  })
  const newVariants = planned.filter(({ code }) => !known.has(code))
  const changed = planned.flatMap((plan) => {
    const before = known.get(plan.code)
    if (before === undefined || plan.digest === '' || (from === 'offer' && before.digest.startsWith('good:'))) return []
    return before.digest === plan.digest && before.active ? [] : [{ ...plan, id: before.id, before }]
  })
  context.tally.add(kind, 'created', newVariants.length)
  context.tally.add(kind, 'changed', changed.length)
  context.tally.add(kind, 'unchanged', planned.length - newVariants.length - changed.length)
  if (newVariants.length + changed.length > 0) context.rebuild = true

  await insertVariants(context, newVariants, known)
  await updateVariants(context, changed)
}

type Planned = ReturnType<typeof planVariant> & { parentId: number; parent: KnownProduct }

async function insertVariants(
  context: ImportContext,
  newVariants: Planned[],
  known: Map<string, KnownProduct>,
): Promise<void> {
  if (newVariants.length === 0) return
  const rows = await context.rows<KnownProduct>(
    `insert into products (code1c, catalogue_code, parent_id, name, articul, barcodes, brand_id, unit, okei, step_milli,
      own_step_milli, decimals, vat,
       weight_grams, volume_cm3, is_hit, is_new, is_sale, source_digest)
     select r.code, p.catalogue_code, p.id, coalesce(nullif(r.name, ''), p.name), coalesce(nullif(r.articul, ''),
       p.articul), r.barcodes,
       p.brand_id, p.unit, p.okei, coalesce(r.own_step, p.step_milli), r.own_step, case when r.own_step is null
         then p.decimals else 0 end, p.vat, p.weight_grams, p.volume_cm3, p.is_hit, p.is_new, p.is_sale, r.digest
     from rows from (json_to_recordset($1) as (code text, "parentId" int, name text, articul text, barcodes text[],
       "ownStepMilli" bigint, digest text))
       with ordinality r(code, parent_id, name, articul, barcodes, own_step, digest, n) join products p
         on p.id = r.parent_id order by r.n
     returning ${knownColumns}`,
    newVariants.map(({ code, parentId, name, articul, barcodes, ownStepMilli, digest }) => ({
      code,
      parentId,
      name,
      articul,
      barcodes,
      ownStepMilli,
      digest,
    })),
  )
  for (const row of rows) {
    known.set(row.code, row)
  }
  await linkGoods(
    context,
    newVariants.map(({ code, parameters, pictures }) => ({ id: known.get(code)?.id ?? 0, parameters, pictures })),
    { areNew: true },
  )
}

async function updateVariants(
  context: ImportContext,
  changed: (Planned & { id: number; before: KnownProduct })[],
): Promise<void> {
  if (changed.length === 0) return
  await context.rows(
    `update products v set name = coalesce(nullif(r.name, ''), p.name),
      articul = coalesce(nullif(r.articul, ''), p.articul),
       barcodes = r.barcodes, offer_barcodes = r."offerBarcodes", own_step_milli = r."ownStepMilli",
       step_milli = coalesce(r."ownStepMilli", p.step_milli), decimals = case when r."ownStepMilli" is null
         then p.decimals else 0 end,
       source_digest = r.digest, active = true, updated_at = now()
     from json_to_recordset($1) r(id int, name text, articul text, barcodes text[], "offerBarcodes" text[],
       "ownStepMilli" bigint, digest text),
       products k join products p on p.id = k.parent_id
     where k.id = r.id and v.id = k.id`,
    changed.map(({ id, before, name, articul, barcodes, ownStepMilli, digest }) => ({
      id,
      name,
      articul,
      ownStepMilli,
      digest,
      ...withOwnBarcodes(before, barcodes),
    })),
  )
  await linkGoods(context, changed, { areNew: false })
}
