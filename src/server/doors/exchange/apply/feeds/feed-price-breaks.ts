import { sql } from 'drizzle-orm'
import { countLeftOut, endBreaksOf1c, receiveBreaks } from '#server/catalogue/price-breaks/shared-queries-receive.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { ImportContext } from '../context.ts'
import {
  assertPlausibleEnding,
  brandKeyOf,
  countWritten,
  hasItems,
  identifiesEveryLine,
  rejectItems,
  type FeedOptions,
} from './feed-items.ts'

const feed = 'price-breaks'

/** Rejects lines with an unknown price type, contract, good, group or brand. */
export async function checkPriceBreaks(context: ImportContext): Promise<void> {
  await rejectItems(
    context,
    feed,
    `select i.line, i.id as code, case
        when i.item ? 'priceType' and t.id is null then 'Нет типа цен: ' || (i.item ->> 'priceType')
        when c.id is null and i.item ? 'contract' then 'Договор не найден: ' || (i.item ->> 'contract')
        when i.item ? 'product' and p.id is null then 'Товар не найден'
        when i.item ? 'category' and g.id is null then 'Группа не найдена: ' || (i.item ->> 'category')
        else 'Бренд не найден: ' || (i.item ->> 'brand') end as reason
      from feed_items i ${references}
      where not i.deleted and ((i.item ? 'priceType' and t.id is null) or (i.item ? 'contract' and c.id is null)
        or (i.item ? 'product' and p.id is null) or (i.item ? 'category' and g.id is null)
        or (i.item ? 'brand' and b.id is null))`,
  )
}

/** Breaks of staff stay. Of lines with one id the last counts; a full feed ends the breaks of 1C that it leaves out. */
export async function applyPriceBreaks(context: ImportContext, { full, allowMassEnding }: FeedOptions): Promise<void> {
  const { db } = context
  const written = await receiveBreaks(db, sent)
  let ended = await endBreaksOf1c(db, sql`code1c in (select id from (${lastLines}) line where deleted)`)
  if (full && (await hasItems(context)) && (await identifiesEveryLine(context, feed))) {
    // Breaks named by a rejected line stay.
    const named = sql`select id from feed_answers where id is not null`
    const maxPercent = await readSetting(db, 'exchange.deactivation.mostPercent')
    assertPlausibleEnding(await countLeftOut(db, named), { maxPercent, allowMassEnding })
    ended += await endBreaksOf1c(db, sql`code1c not in (${named})`)
  }
  countWritten(context, feed, { ...written, changed: written.changed + ended })
}

const references = `left join price_types t on t.code1c = i.item ->> 'priceType' and t.base_id is null
  left join contracts c on c.code1c = i.item ->> 'contract' left join products p on p.code1c = i.item ->> 'product'
  left join categories g on g.code1c = i.item ->> 'category'
  left join brands b on b.key = ${brandKeyOf("i.item ->> 'brand'")}`

const lastLines = sql.raw('select distinct on (id) * from feed_items order by id, line desc')

const sent = sql`
  select i.id as code1c, t.id as price_type_id, c.id as contract_id, p.id as product_id, g.id as category_id,
    b.id as brand_id, (i.item ->> 'quantity')::bigint as least_quantity_milli,
    (i.item ->> 'sum')::bigint as least_sum_kopecks, (i.item ->> 'price')::bigint as price_kopecks,
    (i.item ->> 'percent')::int as percent_hundredths
  from (${lastLines}) i ${sql.raw(references)} where not i.deleted`
