import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import { payableKopecks, isSold } from '#server/catalogue/prices/shared-queries.ts'
import { listKopecksOf } from '#server/catalogue/prices/shared-queries-source.ts'
import type { Db } from '#server/platform/db/client.ts'
import { priceBreaks } from '#server/platform/db/schema/prices/price-breaks.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

/** A contract, or all contracts of a price type: one of the two. */
export type Owner = { contractId: number | null; priceTypeId: number | null }

export type BreakValues = {
  productId: number | null
  categoryId: number | null
  brandId: number | null
  leastQuantityMilli: number | null
  leastSumKopecks: number | null
  priceKopecks: number | null
  percentHundredths: number | null
}

export type StoredBreak = Owner &
  BreakValues & {
    id: number
    code1c: string | null
    header: string | null
    articul: string | null
    unit: string | null
  }

export type OwnerFacts = Owner & {
  header: string
  ownTypeId: number
  /** At which it pays without breaks: derived for discounts, or its own. */
  paidTypeId: number
  organisationId: number | null
}

/**
 * Undefined if it is not a contract of the caller's customers, or no price type of 1C. `lock`: breaks change in turn.
 */
export async function lockOwner(
  db: Db,
  actor: StaffActor,
  { contractId, priceTypeId }: Owner,
  lock: SQL = sql``,
): Promise<OwnerFacts | undefined> {
  const facts = { contractId, priceTypeId }
  const { rows } =
    priceTypeId === null
      ? await db.execute<Omit<OwnerFacts, keyof Owner>>(sql`
          select '№ ' || c.number || ', ' || g.company as header, c.price_type_id as "ownTypeId",
            ${payingTypeId(sql`c`)} as "paidTypeId",
            c.organisation_id as "organisationId"
          from contracts c join contragents g on g.id = c.contragent_id
          where c.id = ${contractId} and ${isCustomerOf(actor, sql`c.organisation_id`)} ${lock}`)
      : await db.execute<Omit<OwnerFacts, keyof Owner>>(sql`
          select t.name as header, t.id as "ownTypeId", t.id as "paidTypeId", null::int as "organisationId"
          from price_types t where t.id = ${priceTypeId} and t.base_id is null ${lock}`)
  return rows[0] && { ...facts, ...rows[0] }
}

/** 1C may send breaks of every good. */
const maxListed = 2000

/**
 * Running breaks of a contract with those of its price type; of a price type only its own. Those of staff first: the
 * list ends at `maxListed`.
 */
export async function listStaffBreaks(
  db: Db,
  { contractId, ownTypeId }: OwnerFacts,
): Promise<{ breaks: StoredBreak[]; total: number }> {
  const { rows } = await db.execute<StoredBreak & { total: number }>(sql`
    select ${staffColumns}, (count(*) over ())::int as total from price_breaks b ${withTargets}
    where b.ended_at is null and (b.price_type_id = ${ownTypeId} or b.contract_id = ${contractId})
    order by b.code1c is not null, b.contract_id is null, header nulls first, b.least_sum_kopecks nulls first,
      b.least_quantity_milli, b.id
    limit ${maxListed}`)
  return { breaks: rows, total: rows[0]?.total ?? 0 }
}

/** A running break. */
export async function findBreak(db: Db, { id }: { id: number }): Promise<StoredBreak | undefined> {
  const { rows } = await db.execute<StoredBreak>(
    sql`select ${staffColumns} from price_breaks b ${withTargets} where b.id = ${id} and b.ended_at is null`,
  )
  return rows[0]
}

/** A running break of the owner for the same goods from the same quantity or sum. */
export async function findSameBreak(
  db: Db,
  owner: Owner,
  { priceKopecks: _price, percentHundredths: _percent, ...values }: BreakValues,
): Promise<{ id: number; code1c: string | null } | undefined> {
  const { contractId, priceTypeId } = owner
  const same = Object.entries({ contractId, priceTypeId, ...values }).map(([name, value]) => {
    const column = priceBreaks[name as keyof (Owner & typeof values)]
    return value === null ? isNull(column) : eq(column, value)
  })
  const [row] = await db
    .select({ id: priceBreaks.id, code1c: priceBreaks.code1c })
    .from(priceBreaks)
    .where(and(isNull(priceBreaks.endedAt), ...same))
    .orderBy(priceBreaks.id)
    .limit(1)
  return row
}

export async function insertBreak(db: Db, values: Owner & BreakValues & { code1c?: string }): Promise<number> {
  const [row] = await db.insert(priceBreaks).values(values).returning({ id: priceBreaks.id })
  if (!row) throw new Error('an insert returns its row')
  return row.id
}

export async function updateBreak(db: Db, { id, ...values }: Partial<Owner & BreakValues> & { id: number }) {
  await db.update(priceBreaks).set(values).where(eq(priceBreaks.id, id))
}

export async function endBreak(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .update(priceBreaks)
    .set({ endedAt: sql`now()` })
    .where(eq(priceBreaks.id, id))
}

export type PreviewRow = {
  id: number
  articul: string
  header: string
  beforeKopecks: number
  listKopecks: number
  purchaseKopecks: number | null
}

/** Goods on sale that a break is about. `purchaseType`: the Ид of the price type of purchase prices. */
export async function listCovered(
  db: Db,
  {
    paidTypeId,
    values: { productId, categoryId, brandId },
    purchaseType,
  }: { paidTypeId: number; values: BreakValues; purchaseType: string },
): Promise<PreviewRow[]> {
  const { rows } = await db.execute<PreviewRow>(sql`
    with recursive below (id) as (
      select ${categoryId}::int where ${categoryId}::int is not null
      union select c.id from below join categories c on c.parent_id = below.id)
    select p.id, coalesce(nullif(p.articul, ''), parent.articul, '') as articul,
      coalesce(nullif(p.name, ''), parent.name) as header, ${payableKopecks} as "beforeKopecks",
      ${listKopecksOf(paidTypeId)} as "listKopecks", bought.price_kopecks as "purchaseKopecks"
    from prices price join products p on p.id = price.product_id left join products parent on parent.id = p.parent_id
      left join prices bought on bought.product_id = p.id
        and bought.price_type_id = (select id from price_types where code1c = ${purchaseType})
    where price.price_type_id = ${paidTypeId} and ${isSold}
      and (${productId}::int is null or ${productId}::int in (p.id, p.parent_id))
      and (${brandId}::int is null or coalesce(p.brand_id, parent.brand_id) = ${brandId}::int)
      and (${categoryId}::int is null or exists (select from product_categories assigned
        where assigned.product_id in (p.id, p.parent_id) and assigned.category_id in (select id from below)))`)
  return rows
}

const staffColumns = sql`b.id, b.code1c, b.contract_id as "contractId", b.price_type_id as "priceTypeId",
  b.product_id as "productId", b.category_id as "categoryId", b.brand_id as "brandId",
  b.least_quantity_milli as "leastQuantityMilli", b.least_sum_kopecks as "leastSumKopecks",
  b.price_kopecks as "priceKopecks", b.percent_hundredths as "percentHundredths",
  coalesce(nullif(p.name, ''), parent.name, category.name, brand.name) as header,
  nullif(coalesce(nullif(p.articul, ''), parent.articul), '') as articul, p.unit`

const withTargets = sql`left join products p on p.id = b.product_id left join products parent on parent.id = p.parent_id
  left join categories category on category.id = b.category_id left join brands brand on brand.id = b.brand_id`
