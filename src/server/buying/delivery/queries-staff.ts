import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { deliveryCompanies, deliveryMethods, deliveryZones } from '#server/platform/db/schema/delivery.ts'
import type { Zone } from './queries.ts'

/** Serialises changes of delivery settings, so that a repeated change is recognised. */
export async function lockDelivery(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('delivery'))`)
}

export type StoredMethod = { id: number; name: string; priceKopecks: number; version: string }

export async function listAllMethods(db: Db): Promise<StoredMethod[]> {
  const { rows } = await db.execute<StoredMethod>(sql`
    select id, name, price_kopecks as "priceKopecks", md5(m::text) as version from delivery_methods m
    order by position, id`)
  return rows
}

export async function writeMethod(
  db: Db,
  { id, ...columns }: { id: number; name: string; priceKopecks: number },
): Promise<void> {
  await db.update(deliveryMethods).set(columns).where(eq(deliveryMethods.id, id))
}

export type ZoneColumns = Omit<Zone, 'id'>
export type StoredZone = Zone & { version: string }

export async function listAllZones(db: Db): Promise<StoredZone[]> {
  const rows = await db
    .select({ zone: deliveryZones, version: sql<string>`md5(${deliveryZones}::text)` })
    .from(deliveryZones)
    .orderBy(asc(deliveryZones.position), asc(deliveryZones.id))
  return rows.map(({ zone, version }) => ({ ...zone, version }))
}

export async function writeZone(db: Db, id: number | undefined, zone: ZoneColumns): Promise<number> {
  const [written] =
    id === undefined
      ? await db.insert(deliveryZones).values(zone).returning({ id: deliveryZones.id })
      : await db.update(deliveryZones).set(zone).where(eq(deliveryZones.id, id)).returning({ id: deliveryZones.id })
  if (!written) throw new Error('a zone is never deleted')
  return written.id
}

export type StoredType = { id: number; name: string; toTerminal: boolean; active: boolean }
export type StoredTerminal = { id: number; city: string; address: string; schedule: string; active: boolean }
export type StoredCompany = {
  id: number
  name: string
  active: boolean
  types: StoredType[]
  terminals: StoredTerminal[]
  version: string
}

/** A company's version covers its types and terminals. */
export async function listAllCompanies(db: Db): Promise<StoredCompany[]> {
  const { rows } = await db.execute<StoredCompany>(sql`
    select c.id, c.name, c.active, coalesce(t.list, '[]') as types, coalesce(p.list, '[]') as terminals,
      md5(c::text || coalesce(t.text, '') || '/' || coalesce(p.text, '')) as version
    from delivery_companies c
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'toTerminal', to_terminal, 'active', active)
        order by id) as list,
        string_agg(type::text, '' order by id) as text
      from delivery_types type where company_id = c.id) t on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', id, 'city', city, 'address', address, 'schedule', schedule, 'active',
        active) order by city, address, id) as list,
        string_agg(terminal::text, '' order by id) as text
      from delivery_terminals terminal where company_id = c.id) p on true
    order by c.name, c.id`)
  return rows
}

export async function writeCompany(
  db: Db,
  id: number | undefined,
  company: { name: string; active: boolean },
): Promise<number> {
  const [written] =
    id === undefined
      ? await db.insert(deliveryCompanies).values(company).returning({ id: deliveryCompanies.id })
      : await db
          .update(deliveryCompanies)
          .set(company)
          .where(eq(deliveryCompanies.id, id))
          .returning({ id: deliveryCompanies.id })
  if (!written) throw new Error('a carrier is never deleted')
  return written.id
}

/** Updates those with an id and inserts the others, in order. */
export async function writeTypes(
  db: Db,
  companyId: number,
  types: readonly (Omit<StoredType, 'id'> & { id?: number | undefined })[],
): Promise<void> {
  await db.execute(sql`
    with named as (
      select * from json_to_recordset(${JSON.stringify(types)}::json) as n(id int, name text, "toTerminal" boolean,
        active boolean)), changed as (
      update delivery_types t set name = n.name, to_terminal = n."toTerminal", active = n.active
      from named n where t.id = n.id and t.company_id = ${companyId})
    insert into delivery_types (company_id, name, to_terminal, active) select ${companyId}, name, "toTerminal", active
      from named where id is null`)
}

export async function writeTerminals(
  db: Db,
  companyId: number,
  terminals: readonly (Omit<StoredTerminal, 'id'> & { id?: number | undefined })[],
): Promise<void> {
  await db.execute(sql`
    with named as (
      select * from json_to_recordset(${JSON.stringify(terminals)}::json) as n(id int, city text, address text,
        schedule text, active boolean)), changed as (
      update delivery_terminals t set city = n.city, address = n.address, schedule = n.schedule, active = n.active
      from named n where t.id = n.id and t.company_id = ${companyId})
    insert into delivery_terminals (company_id, city, address, schedule, active) select ${companyId}, city, address,
      schedule, active from named where id is null`)
}
