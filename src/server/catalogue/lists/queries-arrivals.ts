import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'
import { goodsArticul, goodsHeader } from '#server/catalogue/prices/shared-queries.ts'
import { changedStock, canOrderStep } from './shared-queries-stock.ts'

/** `minutes`: only goods and marks changed within so many; undefined: all. `max`: rows per batch. */
export type ArrivalWindow = { minutes: number | undefined; max: number }

export type Arrival = Record<'title' | 'text' | 'link' | 'eventKey', string> & { accountId: number }

/**
 * Ends watches of goods with a full step in the contract's warehouses and returns their notifications; skips rows
 * locked by other processes. Accounts that may not sign in, and contracts no longer allowed, wait.
 */
export async function endWatches(db: Db, { minutes, max }: ArrivalWindow): Promise<Arrival[]> {
  const { rows } = await db.execute<Arrival>(sql`
    with there as materialized (
      select pair.contract_id, pair.product_id
      from (select distinct contract_id, product_id from arrival_watches where ${lately(minutes)}) pair
      join contracts contract on contract.id = pair.contract_id
      where ${canOrderStep({ contractId: sql`pair.contract_id`, priceTypeId: sql`contract.price_type_id`, productId: sql`pair.product_id` })}),
    due as materialized (
      select w.account_id, w.contract_id, w.product_id, w.created_at from arrival_watches w
      where (w.contract_id, w.product_id) in (select contract_id, product_id from there)
        and (w.account_id, w.contract_id) in (select account_id, contract_id from (${allowedContractsOfAll}) as allotted)
      limit ${max} for update of w skip locked),
    done as (
      delete from arrival_watches w using due
      where w.account_id = due.account_id and w.contract_id = due.contract_id and w.product_id = due.product_id)
    select due.account_id as "accountId", 'Товар поступил' as title,
      ${named} || ' снова в наличии по договору № ' || contract.number as text, ${link(sql`due.contract_id`)} as link,
      'arrival:' || due.contract_id || ':' || due.product_id || ':' || extract(epoch from due.created_at) as "eventKey"
    from due join contracts contract on contract.id = due.contract_id
    join products p on p.id = due.product_id left join products parent on parent.id = p.parent_id
    order by 1, p.id`)
  return rows
}

/** Up to so many goods are listed by name, above that only their number. */
const maxOneByOne = 5

/**
 * Records which needs are in stock under one of the account's contracts, and returns the notifications for those that
 * arrived: not again while the last notification is unread, so that a fluctuating stock does not repeat it. A
 * notification of many links to the list; until it is read there are no others. `changed` counts what was recorded.
 */
export async function recordNeeds(
  db: Db,
  { minutes, max }: ArrivalWindow,
): Promise<{ changed: number; arrivals: Arrival[] }> {
  const { rows } = await db.execute<{ changed: number; arrivals: Arrival[] }>(sql`
    with needed as materialized (
      select n.account_id, n.product_id, allotted.contract_id, allotted.price_type_id, chosen.contract_id is not null
        as chosen
      from needs n join (${allowedContractsOfAll}) as allotted on allotted.account_id = n.account_id
      left join chosen_contracts chosen on chosen.account_id = n.account_id
        and chosen.contract_id = allotted.contract_id
      where ${lately(minutes)}),
    there as materialized (
      select triple.contract_id, triple.product_id from (select distinct contract_id, price_type_id, product_id
        from needed) triple
      where ${canOrderStep({ contractId: sql`triple.contract_id`, priceTypeId: sql`triple.price_type_id`, productId: sql`triple.product_id` })}),
    looked as materialized (
      select account_id, product_id, bool_or(there) as there,
        coalesce(min(contract_id) filter (where there and chosen), min(contract_id) filter (where there)) as contract_id
      from (select *, (contract_id, product_id) in (select contract_id, product_id from there) as there
        from needed) each group by account_id, product_id),
    moved as materialized (
      select n.account_id, n.product_id, not n.in_stock as in_stock from needs n
      where case when n.in_stock
        then (n.account_id, n.product_id) in (select account_id, product_id from looked where not there)
        else (n.account_id, n.product_id) in (select account_id, product_id from looked where there) end
      limit ${max} for update of n skip locked),
    noted as (
      update needs n set in_stock = moved.in_stock from moved where n.account_id = moved.account_id
        and n.product_id = moved.product_id),
    news as materialized (
      select moved.account_id, moved.product_id, looked.contract_id, count(*) over (partition by moved.account_id)
        as many
      from moved join looked on looked.account_id = moved.account_id and looked.product_id = moved.product_id
        where moved.in_stock and not exists (
        select from notifications last where last.account_id = moved.account_id and last.read_at is null
          and (starts_with(last.event_key, 'need:' || moved.product_id || ':') or starts_with(last.event_key,
            'needs:')))),
    notified as (
      select news.account_id as "accountId", 'Потребность в наличии' as title, ${named} || ' есть на складе' as text,
        ${link(sql`news.contract_id`)} as link,
        'need:' || news.product_id || ':' || extract(epoch from now()) as "eventKey"
      from news join products p on p.id = news.product_id left join products parent on parent.id = p.parent_id
      where news.many <= ${maxOneByOne}
      union all
      select news.account_id, 'Потребность в наличии', 'Товаров, которые появились на складе: ' || news.many,
        '/needs', 'needs:' || extract(epoch from now())
      from news where news.many > ${maxOneByOne} group by news.account_id, news.many)
    select (select count(*) from moved) as changed,
      (select coalesce(jsonb_agg(to_jsonb(notified) order by "accountId", "eventKey"), '[]') from notified) as arrivals`)
  return rows[0] ?? { changed: 0, arrivals: [] }
}

/** Over `created_at` and `product_id` of a watch or a need; new ones are checked, too. */
const lately = (minutes: number | undefined) =>
  minutes === undefined
    ? sql`true`
    : sql`(created_at > now() - make_interval(mins => ${minutes}) or product_id in (${changedStock({ minutes })}))`
const named = sql`${goodsHeader} || coalesce(' (арт. ' || nullif(${goodsArticul}, '') || ')', '')`
/** Under another contract the good may not be sold: the page then offers this one. */
const link = (contractId: SQL) => sql`'/product/' || coalesce(p.parent_id, p.id) || '?contract=' || ${contractId}`
