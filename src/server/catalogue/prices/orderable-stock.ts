import { sql, type SQL } from 'drizzle-orm'

/**
 * The orderable quantity of a stock row, equal to `maxOrderable` of shared/rules/step.ts. `stock` is a row of stocks,
 * `item` its product or variant.
 */
export function orderableMilli(stock: SQL, item: SQL): SQL<number> {
  const available = sql`greatest(${stock}.on_hand_milli - ${stock}.reserved_milli - ${stock}.safety_milli, 0)`
  const step = sql`${item}.step_milli`
  return sql`case
    when ${item}.decimals = 2 then ${available} / 10 * 10
    when ${step} % 10 = 0 then ${available} / ${step} * ${step}
    else (select coalesce(max(multiple.milli), 0)
      from generate_series(${available} / ${step} - 1, ${available} / ${step} + 1) steps,
        lateral (select round(steps * ${step} / 10.0)::bigint * 10 as milli) multiple
      where steps > 0 and multiple.milli <= ${available})
    end`
}
