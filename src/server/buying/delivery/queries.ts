import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  deliveryCompanies,
  deliveryMethods,
  deliveryTerminals,
  deliveryTypes,
  deliveryZones,
} from '#server/platform/db/schema/delivery.ts'
import { addresses, consignees } from '#server/platform/db/schema/organisations.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'

export async function listMethods(db: Db) {
  return db.select().from(deliveryMethods).orderBy(asc(deliveryMethods.position), asc(deliveryMethods.id))
}

/** Active carriers with types, and terminals by town. */
export async function listCompanies(db: Db) {
  const companies = await db
    .select()
    .from(deliveryCompanies)
    .where(eq(deliveryCompanies.active, true))
    .orderBy(asc(deliveryCompanies.name), asc(deliveryCompanies.id))
  const types = await db
    .select()
    .from(deliveryTypes)
    .where(eq(deliveryTypes.active, true))
    .orderBy(asc(deliveryTypes.id))
  const terminals = await db
    .select()
    .from(deliveryTerminals)
    .where(eq(deliveryTerminals.active, true))
    .orderBy(asc(deliveryTerminals.city), asc(deliveryTerminals.address), asc(deliveryTerminals.id))
  return companies.map((company) => ({
    ...company,
    types: types.filter(({ companyId }) => companyId === company.id),
    terminals: terminals.filter(({ companyId }) => companyId === company.id),
  }))
}

export type Zone = typeof deliveryZones.$inferSelect

/** Active zones in order: the first one applies where they overlap. */
export async function listZones(db: Db): Promise<Zone[]> {
  return db
    .select()
    .from(deliveryZones)
    .where(eq(deliveryZones.active, true))
    .orderBy(asc(deliveryZones.position), asc(deliveryZones.id))
}

export async function listAddresses(db: Db, { organisationId }: { organisationId: number }) {
  return db
    .select()
    .from(addresses)
    .where(and(eq(addresses.organisationId, organisationId), eq(addresses.deleted, false)))
    .orderBy(desc(addresses.isMain), asc(addresses.id))
}

/** Consignees whose power of attorney is valid on the day. */
export async function listConsignees(db: Db, { organisationId, day }: { organisationId: number; day: Day }) {
  const inForce = or(isNull(consignees.attorneyValidTo), gte(consignees.attorneyValidTo, day))
  return db
    .select()
    .from(consignees)
    .where(and(eq(consignees.organisationId, organisationId), eq(consignees.deleted, false), inForce))
    .orderBy(asc(consignees.surname), asc(consignees.id))
}

/** Minimum sum for free delivery of the account's chosen (or first active) contract; null = none. */
export async function findContractFree(db: Db, { accountId }: { accountId: number }): Promise<number | null> {
  const { rows } = await db.execute<{ freeKopecks: number | null }>(sql`
    select c.free_delivery_kopecks as "freeKopecks" from contracts c join (${allowedContracts({ accountId })}) allowed
      on allowed.id = c.id
      left join chosen_contracts chosen on chosen.account_id = ${accountId} and chosen.contract_id = c.id
    order by chosen.contract_id is null, c.status <> 'active', c.id limit 1`)
  return rows[0]?.freeKopecks ?? null
}

/** Warehouses of the account's contracts that have an address. */
export async function listPickupPoints(
  db: Db,
  { accountId }: { accountId: number },
): Promise<{ id: number; header: string; address: string }[]> {
  const { rows } = await db.execute<{ id: number; header: string; address: string }>(sql`
    select w.id, w.name as header, w.address from warehouses w
    where w.address <> '' and exists (
      select from contract_warehouses cw
      join (${allowedContracts({ accountId })}) allowed on allowed.id = cw.contract_id
        where cw.warehouse_id = w.id)
    order by w.name, w.id`)
  return rows
}
