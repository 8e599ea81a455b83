import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { hasBreaks } from '#server/catalogue/price-breaks/shared-queries.ts'
import { allowedContracts, payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isSold, payableKopecks } from '#server/catalogue/prices/shared-queries.ts'
import { listKopecksOf } from '#server/catalogue/prices/shared-queries-source.ts'
import type { Goods, LineChange } from './fit-lines.ts'
import { removedLines, lineColumns, previousPosition } from './shared-queries-removed.ts'

/** A basket with warehouses and price type of its contract. */
export type OpenBasket = {
  /** Null: nothing was ever added. */
  basketId: number | null
  contractId: number
  priceTypeId: number
  rrcTypeId: number | null
  /** All of the contract's warehouses in order of preference. */
  warehouses: { id: number; header: string }[]
  chosenWarehouseId: number | null
  stockDisplay: { mode: 'exact' | 'more' | 'words'; capMilli: number }
  minOrderKopecks: number | null
  freeDeliveryKopecks: number | null
  /** Breaks of its contract or price type apply. */
  hasBreaks: boolean
}

type BasketScope = { accountId: number; contractId: number | undefined }

/** Opens the basket of the given contract (otherwise the chosen or first one) and locks its row. */
export async function lockBasket(db: Db, scope: BasketScope): Promise<OpenBasket | undefined> {
  const { rows } = await db.execute<OpenBasket>(sql`
    with contract as (${contractOf(scope)}), basket as (
      insert into baskets (account_id, contract_id) select ${scope.accountId}, id from contract
      on conflict (account_id, contract_id) do update set updated_at = now()
      returning id)
    select ${openColumns(scope.accountId)} from contract cross join basket`)
  return rows[0]
}

/**
 * `version`: id of the transaction that changed it last; null if none did. `hasEdits`: staff who acted as the buyer
 * changed lines.
 */
type FoundBasket = OpenBasket & { version: string | null; hasEdits: boolean }

export async function findBasket(db: Db, scope: BasketScope): Promise<FoundBasket | undefined> {
  const { rows } = await db.execute<FoundBasket>(sql`
    with contract as (${contractOf(scope)})
    select ${openColumns(scope.accountId)}, basket.xmin::text as version,
      exists (select from basket_edits where basket_id = basket.id) as "hasEdits"
    from contract
    left join baskets basket on basket.contract_id = contract.id and basket.account_id = ${scope.accountId}`)
  return rows[0]
}

function contractOf({ accountId, contractId }: BasketScope) {
  const named = contractId ?? null
  return sql`
    select allotted.* from (${allowedContracts({ accountId })}) as allotted
    left join chosen_contracts chosen on chosen.account_id = ${accountId} and chosen.contract_id = allotted.id
    where ${named}::int is null or allotted.id = ${named}::int
    order by chosen.contract_id is null, allotted.status <> 'active', allotted.id
    limit 1`
}

function openColumns(accountId: number) {
  return sql`
    basket.id as "basketId", contract.id as "contractId", ${payingTypeId(sql`contract`)} as "priceTypeId",
    coalesce(contract.rrc_type_id, (select min(id) from price_types where is_rrc)) as "rrcTypeId",
    ${hasBreaks({ contractId: sql`contract.id`, priceTypeId: sql`contract.price_type_id` })} as "hasBreaks",
    contract.least_order_kopecks as "minOrderKopecks", contract.free_delivery_kopecks as "freeDeliveryKopecks",
    jsonb_build_object('mode', contract.stock_display, 'capMilli', contract.stock_cap_milli) as "stockDisplay",
    (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'header', coalesce(nullif(w.short_name, ''), w.name))
      order by cw.position, w.id), '[]')
      from contract_warehouses cw join warehouses w on w.id = cw.warehouse_id where cw.contract_id = contract.id)
        as warehouses,
    (select warehouse_id from chosen_warehouses where account_id = ${accountId} and contract_id = contract.id)
      as "chosenWarehouseId"`
}

/** Goods with stock and basket lines per warehouse. Unknown ids are skipped. */
export async function listGoods(
  db: Db,
  { basket, productIds }: { basket: OpenBasket; productIds: number[] },
): Promise<Goods[]> {
  const warehouseIds = basket.warehouses.map(({ id }) => id)
  const { rows } = await db.execute<Goods>(sql`
    select p.id as "productId", p.parent_id as "parentId", p.unit, p.step_milli as "stepMilli", p.decimals,
      ${isSold} as sold, ${payableKopecks} as "priceKopecks", ${listKopecksOf(basket.priceTypeId)} as "listKopecks",
      p.parent_id is null and exists (select from products v where v.parent_id = p.id and v.active) as "hasVariants",
      (select coalesce(jsonb_agg(jsonb_build_object(
          'warehouseId', coalesce(stock.warehouse_id, line.warehouse_id),
          'availableMilli', coalesce(stock.on_hand_milli - stock.reserved_milli - stock.safety_milli, 0),
          'quantityMilli', coalesce(line.quantity_milli, 0))), '[]')
        from (select * from stocks where product_id = p.id and warehouse_id = any(${ids(warehouseIds)})) stock
        full join (select * from basket_lines where basket_id = ${basket.basketId} and product_id = p.id) line
          on line.warehouse_id = stock.warehouse_id) as warehouses
    from products p
    left join products parent on parent.id = p.parent_id
    left join prices price on price.product_id = p.id and price.price_type_id = ${basket.priceTypeId}
    where p.id = any(${ids(productIds)})`)
  return rows
}

/**
 * Writes lines; quantity 0 removes a line, restorable for a day. Stores shown price and stock with the line. New goods
 * come last in the order of `lines`, also after restorable ones; goods already in the basket keep their position.
 */
export async function writeLines(
  db: Db,
  { basketId, lines }: { basketId: number; lines: LineChange[] },
): Promise<void> {
  const remaining = lines.filter((line) => line.quantityMilli > 0)
  const removed = lines.filter((line) => line.quantityMilli === 0)
  await db.execute(sql`
    with removed as (
      delete from basket_lines where basket_id = ${basketId} and (product_id, warehouse_id) in (
        select * from unnest(${ids(removed.map((line) => line.productId))},
          ${ids(removed.map((line) => line.warehouseId))}))
      returning ${lineColumns}), ${removedLines(basketId)}, last as (
      select coalesce(max(position), 0) as position from (
        select position from basket_lines where basket_id = ${basketId}
        union all select position from basket_removed_lines where basket_id = ${basketId}) known)
    insert into basket_lines (basket_id, product_id, warehouse_id, quantity_milli, shown_price_kopecks,
      available_then_milli, added_at, position)
    select ${basketId}, product, warehouse, quantity, price, available, now() + index * interval '1 microsecond',
      coalesce(${previousPosition({ basketId, productId: sql`line.product` })},
        last.position + min(index) over (partition by product))
    from last, unnest(
      ${ids(remaining.map((line) => line.productId))}, ${ids(remaining.map((line) => line.warehouseId))},
      ${bigs(remaining.map((line) => line.quantityMilli))}, ${bigs(remaining.map((line) => line.priceKopecks))},
      ${bigs(remaining.map((line) => line.availableMilli))}) with ordinality as line (product, warehouse, quantity,
        price, available, index)
    on conflict (basket_id, product_id, warehouse_id) do update set quantity_milli = excluded.quantity_milli,
      shown_price_kopecks = excluded.shown_price_kopecks, previous_price_kopecks = null,
      available_then_milli = excluded.available_then_milli`)
}

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`
const bigs = (list: number[]) => sql`${sql.param(list)}::bigint[]`
