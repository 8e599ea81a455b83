import { sql } from 'drizzle-orm'
import { applyConditions } from '#server/catalogue/conditions/apply.ts'
import { countConditionsLeftOut, receiveConditions } from '#server/catalogue/conditions/shared-queries-receive.ts'
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

const kind = 'conditions'

/** Over `i` = feed_items: what a line names, by id. */
const named = `
  left join contracts k on k.code1c = i.item ->> 'contract'
  left join price_types t on t.code1c = i.item ->> 'priceType' and t.base_id is null
  left join categories c on c.code1c = i.item ->> 'category'
  left join brands b on b.key = ${brandKeyOf("i.item ->> 'brand'")}
  left join products p on p.code1c = i.item ->> 'product'`

/** Rejects lines that name what the portal does not know. */
export async function checkConditions(context: ImportContext): Promise<void> {
  await rejectItems(
    context,
    kind,
    `select i.line, i.id as code, case
        when i.item ? 'contract' and k.id is null then 'Договор не найден: ' || (i.item ->> 'contract')
        when i.item ? 'priceType' and t.id is null then 'Тип цен не найден: ' || (i.item ->> 'priceType')
        when i.item ? 'category' and c.id is null then 'Категория не найдена: ' || (i.item ->> 'category')
        when i.item ? 'brand' and b.id is null then 'Бренд не найден: ' || (i.item ->> 'brand')
        else 'Товар не найден: ' || (i.item ->> 'product') end as reason
      from feed_items i ${named}
      where not i.deleted and (i.item ? 'contract' and k.id is null or i.item ? 'priceType' and t.id is null
        or i.item ? 'category' and c.id is null or i.item ? 'brand' and b.id is null
        or i.item ? 'product' and p.id is null)`,
  )
}

/** Writes discounts and fixed prices with the prices of goods that follow. A full feed ends 1C's others. */
export async function applyPriceConditions(
  context: ImportContext,
  { full, allowMassEnding }: FeedOptions,
): Promise<void> {
  const { db } = context
  const lasting = sql`not exists (select from feed_items later where later.id = i.id and later.line > i.line)`
  const answered = sql`exists (select from feed_answers a where a.id = c.code1c)`
  const endsOthers = full && (await hasItems(context)) && (await identifiesEveryLine(context, kind))
  if (endsOthers) {
    const maxPercent = await readSetting(db, 'exchange.deactivation.mostPercent')
    assertPlausibleEnding(await countConditionsLeftOut(db, { named: answered }), { maxPercent, allowMassEnding })
  }
  const ended = sql`select i.id as code1c from feed_items i where i.deleted and ${lasting}`
  const { types, ...written } = await receiveConditions(db, {
    sent: sql`
      select i.id as code1c, k.id as contract_id, t.id as price_type_id, (i.item ->> 'discount')::int as discount,
        c.id as category_id, b.id as brand_id, p.id as product_id, (i.item ->> 'price')::bigint as price_kopecks,
        (i.item ->> 'from')::date as starts_on, (i.item ->> 'until')::date as ends_on
      from feed_items i ${sql.raw(named)} where not i.deleted and ${lasting}`,
    deleted: endsOthers
      ? sql`${ended} union select c.code1c from price_conditions c where c.code1c is not null and not ${answered}`
      : ended,
  })
  await applyConditions(db, { types })
  countWritten(context, kind, written)
}
