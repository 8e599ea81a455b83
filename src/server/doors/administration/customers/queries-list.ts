import { sql, type SQL } from 'drizzle-orm'
import type { CustomerGroup } from '#shared/api/administration/customer-groups.ts'
import type { Day } from '#shared/rules/dates.ts'
import { cancelled } from '#shared/rules/order-states.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type StoredCustomer = {
  id: number
  name: string
  inn: string
  manager: string
  contracts: number
  debtKopecks: number
  overdueKopecks: number
  overdueSince: Day | null
  stopped: boolean
  lastOrderAt: string | null
  turnoverKopecks: number
  merged: boolean
}

export type CustomerFilter = { actor: StaffActor; query: string; today: Day }

/** Days over which turnover is added up, and after which a buyer without an order counts as silent. */
export const turnoverDays = 90
const silentDays = 45

const groups: Record<CustomerGroup, (actor: StaffActor) => SQL> = {
  all: () => sql`true`,
  mine: ({ accountId }) =>
    sql`o.personal_manager_id = (select personal_manager_id from accounts where id = ${accountId})`,
  overdue: () => sql`late.kopecks > 0`,
  stopped: () => sql`coalesce(agreed.stopped, false)`,
  silent: () => sql`placed.last < now() - make_interval(days => ${silentDays})`,
}
const groupNames = Object.keys(groups) as CustomerGroup[]

/** Organisations `o` with their contracts `agreed`, overdue documents `late` and orders `placed`. */
const sources = (today: Day) => sql`
  organisations o
  left join (
    select organisation_id, count(*) filter (where status = 'active')::int as contracts,
      sum(debt_kopecks)::bigint as debt, bool_or(stop_orders and status = 'active') as stopped
    from contracts group by organisation_id) agreed on agreed.organisation_id = o.id
  left join (
    select c.organisation_id, sum(e.left_kopecks)::bigint as kopecks, min(e.due_on) as since
    from ledger_entries e join contracts c on c.id = e.contract_id
    where e.active and e.left_kopecks > 0 and e.due_on < ${today}::date
    group by c.organisation_id) late on late.organisation_id = o.id
  left join (
    select organisation_id, max(created_at) as last from orders group by organisation_id) placed
    on placed.organisation_id = o.id`

function matching({ actor, query }: CustomerFilter): SQL {
  const visible = isCustomerOf(actor, sql`o.id`)
  // Those merged into another one are only found by their name.
  if (query === '') return sql`${visible} and o.merged_into_id is null`
  const pattern = containsPattern(query)
  return sql`${visible} and (o.name ilike ${pattern}
    or exists (select from contragents g where g.organisation_id = o.id and g.status <> 'deleted'
      and (g.company ilike ${pattern} or g.full_name ilike ${pattern} or g.inn like ${pattern}))
    or exists (select from contracts c where c.organisation_id = o.id and c.number ilike ${pattern})
    or exists (select from accounts a where a.organisation_id = o.id and a.deleted_at is null
      and (a.name ilike ${pattern} or a.login::text ilike ${pattern})))`
}

/** The longest overdue first where debts are asked for, else by name. */
const orderOf: Record<CustomerGroup, SQL> = {
  all: sql`name, id`,
  mine: sql`name, id`,
  overdue: sql`"overdueKopecks" desc, id`,
  stopped: sql`name, id`,
  silent: sql`"lastOrderAt", id`,
}

type CustomersPage = { counts: Record<CustomerGroup, number>; customers: StoredCustomer[] }

/** A page of a group, and the number of customers in each group: debts and orders are added up once for both. */
export async function listCustomers(
  db: Db,
  { group, limit, offset, ...filter }: CustomerFilter & { group: CustomerGroup; limit: number; offset: number },
): Promise<CustomersPage> {
  const inGroup = (each: CustomerGroup) => sql.identifier(`in_${each}`)
  const memberships = groupNames.map((each) => sql`coalesce(${groups[each](filter.actor)}, false) as ${inGroup(each)}`)
  const counts = groupNames.map((each) => sql`${each}::text, count(*) filter (where ${inGroup(each)})`)
  const { rows } = await db.execute<CustomersPage>(sql`
    with found as materialized (
      select o.id, o.name, o.personal_manager_id, o.merged_into_id is not null as merged,
        coalesce(agreed.contracts, 0) as contracts,
        coalesce(agreed.debt, 0) as "debtKopecks", coalesce(late.kopecks, 0) as "overdueKopecks",
        late.since as "overdueSince", coalesce(agreed.stopped, false) as stopped, placed.last as "lastOrderAt",
        ${sql.join(memberships, sql`, `)}
      from ${sources(filter.today)} where ${matching(filter)}),
    page as (
      select found.*, row_number() over (order by ${orderOf[group]}) as place from found where ${inGroup(group)}
      order by place limit ${limit} offset ${offset}::bigint)
    select (select jsonb_build_object(${sql.join(counts, sql`, `)}) from found) as counts,
      (select coalesce(jsonb_agg(to_jsonb(row) order by place), '[]') from (
        select page.id, page.name, coalesce(m.name, '') as manager, contracts, "debtKopecks", "overdueKopecks",
          "overdueSince", stopped, merged, to_json("lastOrderAt") #>> '{}' as "lastOrderAt", place,
          coalesce((select inn from contragents g where g.organisation_id = page.id and g.status <> 'deleted'
            order by g.id limit 1), '') as inn,
          ${turnover(sql`page.id`, { fromDays: turnoverDays, toDays: 0 })} as "turnoverKopecks"
        from page left join personal_managers m on m.id = page.personal_manager_id) row) as customers`)
  return rows[0] as CustomersPage
}

/** Sum of the orders placed between so many days ago; without cancelled ones. */
export const turnover = (organisationId: SQL, { fromDays, toDays }: { fromDays: number; toDays: number }): SQL => sql`
  (select coalesce(sum(sum_kopecks), 0)::bigint from orders
    where organisation_id = ${organisationId} and state <> ${cancelled}
      and created_at >= now() - make_interval(days => ${fromDays})
      and created_at < now() - make_interval(days => ${toDays}))`
