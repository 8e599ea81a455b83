import { and, asc, between, eq, gte, isNull, or } from 'drizzle-orm'
import type { Calendar, Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/db/client.ts'
import { deliveryCompanies, deliveryMethods, deliveryTerminals, deliveryTypes } from '#server/db/schema/delivery.ts'
import { calendarDays } from '#server/db/schema/orders.ts'
import { addresses, consignees } from '#server/db/schema/organisations.ts'

export async function listMethods(db: Db) {
  return db.select().from(deliveryMethods).orderBy(asc(deliveryMethods.position), asc(deliveryMethods.id))
}

export async function listCompanies(db: Db) {
  const companies = await db.select().from(deliveryCompanies).where(eq(deliveryCompanies.active, true)).orderBy(asc(deliveryCompanies.name))
  const types = await db.select().from(deliveryTypes).orderBy(asc(deliveryTypes.id))
  const terminals = await db.select().from(deliveryTerminals).orderBy(asc(deliveryTerminals.city), asc(deliveryTerminals.id))
  return companies.map((company) => ({
    ...company,
    types: types.filter(({ companyId }) => companyId === company.id),
    terminals: terminals.filter(({ companyId }) => companyId === company.id),
  }))
}

export async function readCalendar(db: Db, { from, to }: { from: Day; to: Day }): Promise<Calendar> {
  const days = await db.select().from(calendarDays).where(between(calendarDays.day, from, to))
  return new Map(days.map(({ day, working }) => [day, working]))
}

export async function listAddresses(db: Db, { organisationId }: { organisationId: number }) {
  return db
    .select()
    .from(addresses)
    .where(and(eq(addresses.organisationId, organisationId), eq(addresses.deleted, false)))
    .orderBy(asc(addresses.id))
}

/** Those whose power of attorney still holds on the day. */
export async function listConsignees(db: Db, { organisationId, day }: { organisationId: number; day: Day }) {
  const inForce = or(isNull(consignees.attorneyValidTo), gte(consignees.attorneyValidTo, day))
  return db
    .select()
    .from(consignees)
    .where(and(eq(consignees.organisationId, organisationId), eq(consignees.deleted, false), inForce))
    .orderBy(asc(consignees.surname), asc(consignees.id))
}
