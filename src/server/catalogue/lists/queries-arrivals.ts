import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'
import { goodsArticul, goodsHeader } from '#server/catalogue/prices/shared-queries.ts'
import { changedStock, canOrderStep } from './shared-queries-stock.ts'

/** `minutes`: only goods and marks changed this recently; undefined: all. `max`: batch size. */
export type ArrivalWindow = { minutes: number | undefined; max: number }

/** Null: goods of several contracts, announced by number. */
export type Arrival = Record<'title' | 'text' | 'link' | 'eventKey', string> & {
  accountId: number
  contractId: number | null
}

/**
 * Deletes watches of goods that are in stock with at least a step and returns their notifications. Skips rows locked by
 * other processes, accounts that may not sign in and contracts no longer allowed.
 */
export async function endWatches(db: Db, { minutes, max }: ArrivalWindow): Promise<Arrival[]> {
  const { rows } = await db.execute<Arrival>(sql`
    with in_stock_goods as materialized (
      select pair.contract_id, pair.product_id
      from (select distinct contract_id, product_id from arrival_watches where ${changedRecently(minutes)}) pair
      join contracts contract on contract.id = pair.contract_id
      where ${canOrderStep({
        contractId: sql`pair.contract_id`,
        priceTypeId: sql`contract.price_type_id`,
        productId: sql`pair.product_id`,
      })}),
    due as materialized (
      select w.account_id, w.contract_id, w.product_id, w.created_at from arrival_watches w
      where (w.contract_id, w.product_id) in (select contract_id, product_id from in_stock_goods)
        and (w.account_id, w.contract_id) in (select account_id, contract_id from (${allowedContractsOfAll}) as allowed)
      limit ${max} for update of w skip locked),
    done as (
      delete from arrival_watches w using due
      where w.account_id = due.account_id and w.contract_id = due.contract_id and w.product_id = due.product_id)
    select due.account_id as "accountId", due.contract_id as "contractId", 'Товар поступил' as title,
      ${goodName} || ' снова в наличии по договору № ' || contract.number as text,
        ${productLink(sql`due.contract_id`)} as link,
      'arrival:' || due.contract_id || ':' || due.product_id || ':' || extract(epoch from due.created_at) as "eventKey"
    from due join contracts contract on contract.id = due.contract_id
    join products p on p.id = due.product_id left join products parent on parent.id = p.parent_id
    order by 1, p.id`)
  return rows
}

/** Up to this many goods get a notification each; more are announced by number. */
const maxListedByName = 5

/**
 * Stores which needs are in stock under one of the account's contracts, and returns notifications for new arrivals.
 * Nothing is repeated while the last notification is unread, so that fluctuating stock stays quiet. `changed` is the
 * number of updated needs.
 */
export async function recordNeeds(
  db: Db,
  { minutes, max }: ArrivalWindow,
): Promise<{ changed: number; arrivals: Arrival[] }> {
  const { rows } = await db.execute<{ changed: number; arrivals: Arrival[] }>(sql`
    with needed as materialized (
      select n.account_id, n.product_id, allowed.contract_id, allowed.price_type_id, chosen.contract_id is not null
        as chosen
      from needs n join (${allowedContractsOfAll}) as allowed on allowed.account_id = n.account_id
      left join chosen_contracts chosen on chosen.account_id = n.account_id
        and chosen.contract_id = allowed.contract_id
      where ${changedRecently(minutes)}),
    in_stock_goods as materialized (
      select triple.contract_id, triple.product_id from (select distinct contract_id, price_type_id, product_id
        from needed) triple
      where ${canOrderStep({
        contractId: sql`triple.contract_id`,
        priceTypeId: sql`triple.price_type_id`,
        productId: sql`triple.product_id`,
      })}),
    checked as materialized (
      select account_id, product_id, bool_or(in_stock) as in_stock,
        coalesce(min(contract_id) filter (where in_stock and chosen),
          min(contract_id) filter (where in_stock)) as contract_id
      from (select *, (contract_id, product_id) in (select contract_id, product_id from in_stock_goods) as in_stock
        from needed) each group by account_id, product_id),
    changed as materialized (
      select n.account_id, n.product_id, not n.in_stock as in_stock from needs n
      where case when n.in_stock
        then (n.account_id, n.product_id) in (select account_id, product_id from checked where not in_stock)
        else (n.account_id, n.product_id) in (select account_id, product_id from checked where in_stock) end
      limit ${max} for update of n skip locked),
    recorded as (
      update needs n set in_stock = changed.in_stock from changed where n.account_id = changed.account_id
        and n.product_id = changed.product_id),
    arrived as materialized (
      select changed.account_id, changed.product_id, checked.contract_id,
        count(*) over (partition by changed.account_id)
        as total
      from changed join checked on checked.account_id = changed.account_id and checked.product_id = changed.product_id
        where changed.in_stock and not exists (
        select from notifications last where last.account_id = changed.account_id and last.read_at is null
          and (starts_with(last.event_key, 'need:' || changed.product_id || ':') or starts_with(last.event_key,
            'needs:')))),
    notified as (
      select arrived.account_id as "accountId", arrived.contract_id as "contractId", 'Потребность в наличии' as title,
        ${goodName} || ' есть на складе' as text,
        ${productLink(sql`arrived.contract_id`)} as link,
        'need:' || arrived.product_id || ':' || extract(epoch from now()) as "eventKey"
      from arrived join products p on p.id = arrived.product_id left join products parent on parent.id = p.parent_id
      where arrived.total <= ${maxListedByName}
      union all
      select arrived.account_id, null, 'Потребность в наличии',
        'Товаров, которые появились на складе: ' || arrived.total,
        '/needs', 'needs:' || extract(epoch from now())
      from arrived where arrived.total > ${maxListedByName} group by arrived.account_id, arrived.total)
    select (select count(*) from changed) as changed,
      (select coalesce(jsonb_agg(to_jsonb(notified) order by "accountId", "eventKey"), '[]')
        from notified) as arrivals`)
  return rows[0] ?? { changed: 0, arrivals: [] }
}

/** Condition over `created_at` and `product_id` of a watch or need; new ones are checked, too. */
const changedRecently = (minutes: number | undefined) =>
  minutes === undefined
    ? sql`true`
    : sql`(created_at > now() - make_interval(mins => ${minutes}) or product_id in (${changedStock({ minutes })}))`
const goodName = sql`${goodsHeader} || coalesce(' (арт. ' || nullif(${goodsArticul}, '') || ')', '')`
/** Names the contract, because another one may not sell the good. */
const productLink = (contractId: SQL) =>
  sql`'/product/' || coalesce(p.parent_id, p.id) || '?contract=' || ${contractId}`
