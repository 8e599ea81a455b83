import { sql } from 'drizzle-orm'
import type { PriceBreak } from '#shared/rules/prices/price-breaks.ts'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'
import type { Decimals } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import { priceLines, sourceOfBreak } from '#server/catalogue/price-breaks/price-lines.ts'
import {
  goodsArticul,
  goodsHeader,
  isSold,
  mainPicture,
  payableKopecks,
} from '#server/catalogue/prices/shared-queries.ts'
import { rateOfPrice, type Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import { listKopecksOf, priceSourceOf } from '#server/catalogue/prices/shared-queries-source.ts'
import { buyersOrder } from './shared-queries-removed.ts'
import type { OpenBasket } from './shared-queries.ts'

type Opened = Pick<OpenBasket, 'basketId' | 'contractId' | 'priceTypeId' | 'rrcTypeId' | 'warehouses' | 'hasBreaks'>

/** A line with all data of the basket page. */
export type BasketRow = {
  productId: number
  parentId: number | null
  warehouseId: number
  warehouse: string
  quantityMilli: number
  shownPriceKopecks: number
  previousPriceKopecks: number | null
  header: string
  articul: string
  unit: string
  stepMilli: number
  decimals: Decimals
  vat: string
  weightGrams: number | null
  volumeCm3: number | null
  /** Whether the contract sells it from this warehouse. */
  sold: boolean
  /** For the quantities and the sum of the basket. */
  priceKopecks: number | null
  /** The price without breaks. */
  baseKopecks: number | null
  breaks: PriceBreak[]
  rrcKopecks: number | null
  availableMilli: number
  /** Available quantity at the buyer's last change of the line. */
  availableThenMilli: number | null
  note: string
  category: { id: number; header: string } | null
  picture: { id: number; type: string } | null
  /** The rate that made the price; null: a price in roubles. */
  rate: Rate | null
  /** What else made it; null: the price type. */
  priceSource: PriceSource | null
}

type StoredRow = Omit<BasketRow, 'baseKopecks' | 'breaks'> & { listKopecks: number | null }

type RowsQuery = {
  basket: Opened
  /** Without category and picture, which only pages show. */
  isBare?: boolean
}

/** A further statement reads the breaks of a contract that has any. */
export async function listBasketRows(db: Db, { basket, isBare = false }: RowsQuery): Promise<BasketRow[]> {
  const rows = await listStoredRows(db, { basket, isBare })
  if (!basket.hasBreaks) return rows.map((row) => ({ ...row, baseKopecks: row.priceKopecks, breaks: [] }))
  return (await priceLines(db, basket, rows)).map(({ won, ...row }) => ({
    ...row,
    priceSource: won ? sourceOfBreak(won) : row.priceSource,
    // A break in roubles owes nothing to a rate.
    rate: won?.percentHundredths === null ? null : row.rate,
  }))
}

async function listStoredRows(db: Db, { basket, isBare }: Required<RowsQuery>): Promise<StoredRow[]> {
  const warehouseIds = sql`${sql.param(basket.warehouses.map(({ id }) => id))}::int[]`
  const { rows } = await db.execute<StoredRow>(sql`
    select p.id as "productId", p.parent_id as "parentId", w.id as "warehouseId",
      coalesce(nullif(w.short_name, ''), w.name) as warehouse, line.quantity_milli as "quantityMilli",
      line.shown_price_kopecks as "shownPriceKopecks", line.previous_price_kopecks as "previousPriceKopecks",
      ${goodsHeader} as header, ${goodsArticul} as articul, p.unit, p.step_milli as "stepMilli", p.decimals,
        ${vatOfSeller(basket)} as vat,
      coalesce(p.weight_grams, parent.weight_grams) as "weightGrams", coalesce(p.volume_cm3, parent.volume_cm3)
        as "volumeCm3",
      ${isSold} and w.id = any(${warehouseIds}) as sold, ${payableKopecks} as "priceKopecks", rrc.price_kopecks
        as "rrcKopecks", ${listKopecksOf(basket.priceTypeId)} as "listKopecks",
      greatest(coalesce(stock.on_hand_milli - stock.reserved_milli - stock.safety_milli, 0), 0) as "availableMilli",
      line.available_then_milli as "availableThenMilli", line.note,
      ${isBare ? sql`null` : categoryOfLine} as category, ${isBare ? sql`null` : mainPicture} as picture,
      ${rateOfPrice(basket.priceTypeId)} as rate,
      ${priceSourceOf(basket.priceTypeId)} as "priceSource"
    from basket_lines line
    join products p on p.id = line.product_id
    left join products parent on parent.id = p.parent_id
    join warehouses w on w.id = line.warehouse_id
    left join prices price on price.product_id = p.id and price.price_type_id = ${basket.priceTypeId}
    left join prices rrc on rrc.product_id = p.id and rrc.price_type_id = ${basket.rrcTypeId}
    left join stocks stock on stock.product_id = p.id and stock.warehouse_id = w.id and w.id = any(${warehouseIds})
    where line.basket_id = ${basket.basketId}
    order by ${buyersOrder}`)
  return rows
}

/** The first category of `p` or its product, a visible one if there is any. */
const categoryOfLine = sql`(
  select jsonb_build_object('id', c.id, 'header', c.name) from product_categories membership
    cross join lateral (select id, name, active from categories where id = membership.category_id limit 1) c
  where membership.product_id in (p.id, p.parent_id) order by c.active desc, c.id limit 1)`

/** The VAT rate for the good: the seller's single rate, otherwise the good's own. */
const vatOfSeller = ({ basketId }: Pick<Opened, 'basketId'>) => sql`coalesce((
  select nullif(seller.vat, 'goods') from baskets b join contracts c on c.id = b.contract_id
    join sellers seller on seller.id = coalesce(c.seller_id, (select id from sellers where is_default))
      where b.id = ${basketId}), p.vat)`

/** Records that the buyer has seen the prices of these rows. The previous price is kept until the line is changed. */
export async function saveShownPrices(
  db: Db,
  { basket, rows }: { basket: Pick<Opened, 'basketId'>; rows: BasketRow[] },
): Promise<void> {
  const repriced = rows.filter(isRepriced)
  const column = (value: (row: BasketRow) => number | null, type: 'int' | 'bigint') =>
    sql`${sql.param(repriced.map(value))}::${sql.raw(type)}[]`
  await db.execute(sql`
    update basket_lines line
    set previous_price_kopecks = line.shown_price_kopecks, shown_price_kopecks = answered.price
    from unnest(${column((row) => row.productId, 'int')}, ${column((row) => row.warehouseId, 'int')},
      ${column((row) => row.shownPriceKopecks, 'bigint')}, ${column((row) => row.priceKopecks, 'bigint')})
        as answered (product, warehouse, before, price)
    where line.basket_id = ${basket.basketId} and line.product_id = answered.product
      and line.warehouse_id = answered.warehouse
      and line.shown_price_kopecks = answered.before`)
}

/** The buyer's own change made these prices: shown from now on, and no news to them. */
export async function saveOwnPrices(
  db: Db,
  { basketId, rows }: { basketId: number; rows: readonly BasketRow[] },
): Promise<void> {
  await db.execute(sql`
    update basket_lines line set previous_price_kopecks = null, shown_price_kopecks = own.price
    from unnest(${sql.param(rows.map(({ productId }) => productId))}::int[],
      ${sql.param(rows.map(({ warehouseId }) => warehouseId))}::int[],
      ${sql.param(rows.map(({ priceKopecks }) => priceKopecks))}::bigint[]) as own (product, warehouse, price)
    where line.basket_id = ${basketId} and line.product_id = own.product and line.warehouse_id = own.warehouse`)
}

/** Sets comments of lines without one. */
export async function writeNotes(
  db: Db,
  { basketId, notes }: { basketId: number; notes: { productId: number; warehouseId: number; note: string }[] },
): Promise<void> {
  await db.execute(sql`
    update basket_lines line set note = input.note
    from unnest(${sql.param(notes.map(({ productId }) => productId))}::int[],
      ${sql.param(notes.map(({ warehouseId }) => warehouseId))}::int[],
      ${sql.param(notes.map(({ note }) => note))}::text[]) as input (product, warehouse, note)
    where line.basket_id = ${basketId} and line.product_id = input.product and line.warehouse_id = input.warehouse
    and line.note = ''`)
}

export function isRepriced({ priceKopecks, shownPriceKopecks }: BasketRow): boolean {
  return priceKopecks !== null && priceKopecks !== shownPriceKopecks
}
