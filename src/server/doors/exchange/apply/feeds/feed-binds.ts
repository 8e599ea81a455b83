import { firstPositionOf1c } from '#server/catalogue/presentation/bind-positions.ts'
import type { ImportContext } from '../context.ts'
import { rejectItems, countWritten, type Written } from './feed-items.ts'

/** The last line counts for each list of a product; a variant stands for its product. */
const sentBinds = `
  received as (
    select distinct on (product.id, list.kind) product.id as product_id, list.kind, list.codes, i.line
    from feed_items i join products p on p.code1c = i.item ->> 'product' join products product
      on product.id = coalesce(p.parent_id, p.id),
      lateral (values ('analogue', i.item -> 'analogues'), ('related', i.item -> 'related')) list(kind, codes)
    where list.codes is not null order by product.id, list.kind, i.line desc
  ), named as (
    select received.product_id, received.kind, received.line, each.code, each.n, coalesce(b.parent_id, b.id) as bound_id
    from received, lateral jsonb_array_elements_text(received.codes) with ordinality each(code, n) left join products b
      on b.code1c = each.code
  )`

/** Rejects lines with unknown goods. */
export async function checkBinds(context: ImportContext): Promise<void> {
  await rejectItems(
    context,
    'binds',
    `
    select i.line, i.item ->> 'product' as code, 'Товар не найден' as reason
    from feed_items i left join products p on p.code1c = i.item ->> 'product' where p.id is null`,
  )
}

/**
 * Replaces 1C's links by the staged lists. Lists without a line are kept, and so are staff's links, positions and
 * hidden links.
 */
export async function applyBinds(context: ImportContext): Promise<void> {
  const unknownGoods = await context.rows<{ line: number; code: string }>(
    `with ${sentBinds} select line, code from named where bound_id is null order by line limit 10000`,
  )
  for (const { line, code } of unknownGoods)
    context.tally.note({ kind: 'binds', code, name: `строка ${line}`, reason: 'Связанный товар не найден' })
  const [written] = await context.rows<Written>(`
    with ${sentBinds}, sent as (
      select product_id, kind, bound_id, min(n)::int as position from named where bound_id <> product_id group by 1, 2,
        3
    ), deleted as (
      delete from product_binds l using received
      where (received.product_id, received.kind) = (l.product_id, l.kind) and not l.own
      and not exists (select from sent w where (w.product_id, w.kind, w.bound_id) = (l.product_id, l.kind,
        l.bound_id)) returning 1
    ), left_to_staff as (
      update product_binds l set exchange_position = null from received
      where (received.product_id, received.kind) = (l.product_id,
        l.kind) and l.own and l.exchange_position is not null
      and not exists (select from sent w where (w.product_id, w.kind, w.bound_id) = (l.product_id, l.kind,
        l.bound_id)) returning 1
    ), written as (
      insert into product_binds as l (product_id, kind, bound_id, exchange_position, position)
      select product_id, kind, bound_id, position, position + ${firstPositionOf1c} from sent
      on conflict (product_id, kind, bound_id) do update set exchange_position = excluded.exchange_position,
        position = coalesce(l.staff_position, excluded.position)
      where l.exchange_position is distinct from excluded.exchange_position
      returning xmax = 0 as fresh
    )
    select (select count(*) from written where fresh)::int as created,
      ((select count(*) from written where not fresh) + (select count(*) from deleted) + (select count(*)
        from left_to_staff))::int as changed,
      ((select count(*) from sent) - (select count(*) from written))::int as unchanged`)
  if (written) countWritten(context, 'binds', written)
}
