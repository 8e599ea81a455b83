import type { ImportContext } from '../context.ts'
import { rejectItems, countWritten, type Written } from './feed-items.ts'

/** Rejects lines with unknown goods or warehouses. */
export async function checkArrivals(context: ImportContext): Promise<void> {
  await rejectItems(
    context,
    'arrivals',
    `
    select i.line, i.item ->> 'product' as code, case when p.id is null then 'Товар не найден'
      else 'Склад не найден: ' || (i.item ->> 'warehouse') end as reason
    from feed_items i left join products p on p.code1c = i.item ->> 'product' left join warehouses w
      on w.code1c = i.item ->> 'warehouse'
    where p.id is null or w.id is null`,
  )
}

/** Replaces all expected arrivals by the staged lines; lines with equal product, warehouse and day are added up. */
export async function applyArrivals(context: ImportContext): Promise<void> {
  const [written] = await context.rows<Written>(`
    with sent as (
      select p.id as product_id, w.id as warehouse_id, (i.item ->> 'date')::date as day,
        sum((i.item ->> 'quantity')::bigint) as milli
      from feed_items i join products p on p.code1c = i.item ->> 'product' join warehouses w
        on w.code1c = i.item ->> 'warehouse'
      group by 1, 2, 3
    ), deleted as (
      delete from arrivals a where not exists (
        select from sent w where (w.product_id, w.warehouse_id, w.day) = (a.product_id, a.warehouse_id,
          a.expected_on)) returning 1
    ), written as (
      insert into arrivals as a (product_id, warehouse_id, expected_on, quantity_milli) select product_id,
        warehouse_id, day, milli from sent
      on conflict (product_id, warehouse_id, expected_on) do update set quantity_milli = excluded.quantity_milli
        where a.quantity_milli <> excluded.quantity_milli
      returning xmax = 0 as fresh
    )
    select (select count(*) from written where fresh)::int as created,
      ((select count(*) from written where not fresh) + (select count(*) from deleted))::int as changed,
      ((select count(*) from sent) - (select count(*) from written))::int as unchanged`)
  if (written) countWritten(context, 'arrivals', written)
}
