import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { OwnerOfConditions } from '#server/catalogue/prices/shared-queries-derived.ts'
import { conditionOf } from '#server/catalogue/prices/shared-queries-source.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { priceConditions } from '#server/platform/db/schema/prices/conditions.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type Owner = OwnerOfConditions

export type ConditionValues = {
  /** Hundredths of a per cent; null: a fixed price. */
  discount: number | null
  priceKopecks: number | null
  /** With the categories below it. */
  categoryId: number | null
  brandId: number | null
  /** Of a fixed price; a product with variants stands for them. */
  productId: number | null
  startsOn: Day
  endsOn: Day | null
}

export type StoredCondition = ConditionValues &
  Owner & {
    id: number
    code1c: string | null
    /** The category, brand or good; null: all goods. */
    of: string | null
    articul: string | null
    /** Who of the staff set it; null: 1C. */
    author: string | null
    setAt: string
  }

export type OwnerFacts = Owner & { basePriceTypeId: number; organisationId: number | null }

/** Undefined if it is not a contract of the caller's customers, or not a price type of 1C. */
export async function findOwner(db: Db, actor: StaffActor, owner: Owner): Promise<OwnerFacts | undefined> {
  const { contractId, priceTypeId } = owner
  const { rows } =
    priceTypeId === null
      ? await db.execute<{ basePriceTypeId: number; organisationId: number | null }>(sql`
          select c.price_type_id as "basePriceTypeId", c.organisation_id as "organisationId" from contracts c
          where c.id = ${contractId} and ${isCustomerOf(actor, sql`c.organisation_id`)}`)
      : await db.execute<{ basePriceTypeId: number; organisationId: number | null }>(sql`
          select id as "basePriceTypeId", null::int as "organisationId" from price_types
          where id = ${priceTypeId} and base_id is null`)
  return rows[0] && { ...owner, ...rows[0] }
}

/** A condition that ended before is in the audit trail only: a list of years would hide those that count. */
const endedDaysShown = 30

/** Conditions of a contract with those of its price type; of a price type only its own. Running ones first. */
export async function listConditions(
  db: Db,
  { contractId, basePriceTypeId, today }: Pick<OwnerFacts, 'contractId' | 'basePriceTypeId'> & { today: Day },
): Promise<StoredCondition[]> {
  return readConditions(
    db,
    sql`(condition.contract_id = ${contractId} or condition.price_type_id = ${basePriceTypeId})
      and coalesce(condition.ends_on, 'infinity') >= ${today}::date - ${endedDaysShown}::int`,
    sql`coalesce(condition.ends_on, 'infinity') >= ${today}::date desc, condition.contract_id is null,
      condition.starts_on desc, condition.id desc`,
  )
}

export async function findCondition(db: Db, { id }: { id: number }): Promise<StoredCondition | undefined> {
  return (await readConditions(db, sql`condition.id = ${id}`, sql`condition.id`))[0]
}

/** One of the owner with the same values, so that a repeated request makes one. */
export async function findSameCondition(db: Db, owner: Owner, values: ConditionValues): Promise<number | undefined> {
  const same = Object.entries({ ...owner, ...values }).map(([name, value]) => {
    const column = priceConditions[name as keyof (Owner & ConditionValues)]
    return value === null ? isNull(column) : eq(column, value)
  })
  const rows = await db
    .select({ id: priceConditions.id })
    .from(priceConditions)
    .where(and(...same))
    .limit(1)
  return rows[0]?.id
}

export async function insertCondition(
  db: Db,
  condition: Owner & ConditionValues & { code1c: string | null; accountId: number | null },
): Promise<number> {
  const [row] = await db.insert(priceConditions).values(condition).returning({ id: priceConditions.id })
  if (!row) throw new Error('an insert returns its row')
  return row.id
}

export async function updateCondition(
  db: Db,
  { id, accountId, ...values }: Partial<Owner & ConditionValues> & { id: number; accountId: number | null },
): Promise<void> {
  await db
    .update(priceConditions)
    .set({ ...values, accountId, setAt: sql`now()` })
    .where(eq(priceConditions.id, id))
}

export async function deleteCondition(db: Db, { id }: { id: number }): Promise<void> {
  await db.delete(priceConditions).where(eq(priceConditions.id, id))
}

/**
 * Derived price types whose prices depend on the conditions of an owner. `others`: those of contracts with conditions
 * of their own, if it is a price type.
 */
export async function listTypesOf(
  db: Db,
  { contractId, priceTypeId }: Owner,
): Promise<{ own: number[]; others: number[] }> {
  const { rows } = await db.execute<{ id: number; own: boolean }>(sql`
    select id, base_id is distinct from ${priceTypeId}::int or derived_for is null as own from price_types
    where derived_for = ${contractId} or base_id = ${priceTypeId}`)
  const idsOf = (wanted: boolean) => rows.filter(({ own }) => own === wanted).map(({ id }) => id)
  return { own: idsOf(true), others: idsOf(false) }
}

async function readConditions(db: Db, where: SQL, order: SQL): Promise<StoredCondition[]> {
  const { rows } = await db.execute<StoredCondition>(sql`
    select condition.id, condition.code1c, condition.contract_id as "contractId",
      condition.price_type_id as "priceTypeId", condition.discount, condition.price_kopecks as "priceKopecks",
      condition.category_id as "categoryId", condition.brand_id as "brandId", condition.product_id as "productId",
      condition.starts_on::text as "startsOn", condition.ends_on::text as "endsOn", ${conditionOf} as of,
      (select nullif(articul, '') from products where id = condition.product_id) as articul,
      coalesce(nullif(a.name, ''), a.login::text) as author,
      to_char(condition.set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "setAt"
    from price_conditions condition left join accounts a on a.id = condition.account_id
    where ${where} order by ${order}`)
  return rows
}
