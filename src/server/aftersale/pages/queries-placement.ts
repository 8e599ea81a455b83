import { sql, type SQL } from 'drizzle-orm'
import type { BuyerRole } from '#shared/rights.ts'
import type { Day } from '#shared/rules/dates.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'

export type Placement = {
  position: number
  startsOn: Day | null
  endsOn: Day | null
  roles: BuyerRole[]
  priceTypeIds: number[]
  organisationIds: number[]
}

export const placementColumns = sql`position, starts_on::text as "startsOn", ends_on::text as "endsOn",
  audience_roles as roles, audience_price_type_ids as "priceTypeIds", audience_organisation_ids as "organisationIds"`

export const setPlacement = ({ position, startsOn, endsOn, roles, priceTypeIds, organisationIds }: Placement) => sql`
  position = ${position}, starts_on = ${startsOn}::date, ends_on = ${endsOn}::date,
  audience_roles = ${sql.param(roles)}::text[], audience_price_type_ids = ${sql.param(priceTypeIds)}::int[],
  audience_organisation_ids = ${sql.param(organisationIds)}::int[]`

/** Who reads, and on which day; a guest (null) sees only what is for everybody. */
export type Reader = { accountId: number | null; today: Day }

/** A condition on rows of pages or news: shown on this day, and meant for this reader. */
export function isVisibleTo(row: SQL, { accountId, today }: Reader): SQL {
  const reader = (condition: SQL) => sql`exists (select from accounts reader where reader.id = ${accountId}
    and ${condition})`
  const contract = sql`exists (select from (${allowedContracts({ accountId: accountId ?? 0 })}) own
    where own.status = 'active' and own.price_type_id = any(${row}.audience_price_type_ids))`
  return sql`(${row}.starts_on is null or ${row}.starts_on <= ${today}::date)
    and (${row}.ends_on is null or ${row}.ends_on >= ${today}::date)
    and (${row}.audience_roles = '{}' or ${reader(sql`reader.role = any(${row}.audience_roles)`)})
    and (${row}.audience_organisation_ids = '{}'
      or ${reader(sql`reader.organisation_id = any(${row}.audience_organisation_ids)`)})
    and (${row}.audience_price_type_ids = '{}' or ${contract})`
}

type Named = { id: number; name: string }
const maxFound = 20

/** Organisations by name or ИНН; without a query those that pages and news name. Visitors of the demo mode are none. */
export async function listOrganisationsFor(db: Db, { query }: { query: string }): Promise<Named[]> {
  const which =
    query === ''
      ? sql`o.id in (select unnest(audience_organisation_ids) from materials
          union select unnest(audience_organisation_ids) from top_news)`
      : sql`(strpos(lower(o.name), lower(${query})) > 0
          or exists (select from contragents c where c.organisation_id = o.id and starts_with(c.inn, ${query})))`
  const { rows } = await db.execute<Named>(sql`
    select o.id, o.name from organisations o where not o.demo and o.merged_into_id is null and ${which}
    order by o.name, o.id limit ${query === '' ? null : maxFound}`)
  return rows
}

/** Which of these price types and organisations there are not. */
export async function listUnknown(
  db: Db,
  { priceTypeIds, organisationIds }: Pick<Placement, 'priceTypeIds' | 'organisationIds'>,
): Promise<{ priceTypes: boolean; organisations: boolean }> {
  const { rows } = await db.execute<{ priceTypes: boolean; organisations: boolean }>(sql`
    select exists (select from unnest(${sql.param(priceTypeIds)}::int[]) each
        where not exists (select from price_types t where t.id = each and t.base_id is null)) as "priceTypes",
      exists (select from unnest(${sql.param(organisationIds)}::int[]) each
        where not exists (select from organisations o where o.id = each)) as organisations`)
  return rows[0] ?? { priceTypes: false, organisations: false }
}
