import { sql } from 'drizzle-orm'
import type { ShownChoice, StaffParameter } from '#shared/api/staff/parameters.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  hiddenReason,
  isInCard,
  isInFilter,
  parameterHeader,
  parameterPosition,
} from '#server/catalogue/snapshot/parameters-sql.ts'

const byPosition = sql.raw(`order by ${parameterPosition}, parameter.name, parameter.id`)

export async function listParameters(db: Db): Promise<StaffParameter[]> {
  const { rows } = await db.execute<StaffParameter>(sql`
    select parameter.id, coalesce(nullif(parameter.staff_name, ''), parameter.name) as header, parameter.unit,
      parameter.name as exchange_header,
      coalesce(used.examples, '{}') as examples, coalesce(used.distinct_values, 0) as values, coalesce(used.goods, 0)
        as goods,
      ${sql.raw(isInFilter)} as filter, ${sql.raw(isInCard)} as card,
      array_remove(array[case when parameter.in_filter is not null then 'filter' end, case
        when parameter.in_card is not null then 'card' end], null) as by_hand,
      ${sql.raw(hiddenReason)} as hidden_because
    from parameters parameter left join parameter_use used on used.parameter_id = parameter.id ${byPosition}`)
  return rows
}

export async function countActiveGoods(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from products p left join products parent on parent.id = p.parent_id
    where p.active and parent.active is distinct from false and not exists (select from products variant
    where variant.parent_id = p.id and variant.active)`)
  return rows[0]?.count ?? 0
}

export type NamedParameter = { id: number; exchangeName: string; shownName: string; staffName: string; unit: string }

export async function listParameterNames(db: Db): Promise<NamedParameter[]> {
  const { rows } = await db.execute<NamedParameter>(sql`
    select id, name as "exchangeName", ${sql.raw(parameterHeader)} as "shownName", staff_name as "staffName", unit
      from parameters parameter ${byPosition}`)
  return rows
}

export async function writeParameterName(
  db: Db,
  { id, staffName, unit }: { id: number; staffName: string; unit: string },
): Promise<void> {
  await db.execute(sql`update parameters set staff_name = ${staffName}, unit = ${unit} where id = ${id}`)
}

type Visibility = { filter: boolean | null; card: boolean | null }
type VisibilityChange = { id: number; before: Visibility; after: Visibility }
export type VisibilityInput = { ids: readonly number[]; filter: ShownChoice | undefined; card: ShownChoice | undefined }

/** Returns the changed ones; null = the portal decides. */
export async function writeVisibility(db: Db, { ids, filter, card }: VisibilityInput): Promise<VisibilityChange[]> {
  const { rows } = await db.execute<VisibilityChange>(sql`
    update parameters set in_filter = chosen.in_filter, in_card = chosen.in_card
    from (select id, ${chosenValue(filter, sql`in_filter`)} as in_filter, ${chosenValue(card, sql`in_card`)} as in_card,
      in_filter as was_in_filter, in_card as was_in_card from parameters
      where id = any(${sql.param([...ids])}::int[])) chosen
    where parameters.id = chosen.id and (parameters.in_filter, parameters.in_card) is distinct from (chosen.in_filter,
      chosen.in_card)
    returning parameters.id, jsonb_build_object('filter', was_in_filter, 'card', was_in_card) as before,
      jsonb_build_object('filter', chosen.in_filter, 'card', chosen.in_card) as after`)
  return rows
}

/** All parameters in order; null resets staff's order. */
export async function writeOrder(db: Db, ids: readonly number[] | null): Promise<boolean> {
  const { rows } = await db.execute(
    ids === null
      ? sql`update parameters set staff_position = null where staff_position is not null returning id`
      : sql`update parameters set staff_position = ordered.position
          from unnest(${sql.param([...ids])}::int[]) with ordinality as ordered(id, position)
          where parameters.id = ordered.id and staff_position is distinct from ordered.position::int
          returning parameters.id`,
  )
  return rows.length > 0
}

function chosenValue(choice: ShownChoice | undefined, currentValue: ReturnType<typeof sql>) {
  if (choice === undefined) return currentValue
  return choice === 'auto' ? sql`null::boolean` : sql`${choice === 'yes'}::boolean`
}
