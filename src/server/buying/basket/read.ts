import type { BasketLine, BasketStats, getBasketData } from '#shared/api/basket.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { lineSumKopecks, roubles, units, vatPercentOn } from '#shared/rules/money.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import { isRepriced, saveShownPrices, listBasketRows, type BasketRow } from './shared-queries-lines.ts'
import { findBasket, type OpenBasket } from './shared-queries.ts'
import { notFoundError, statsOf } from './service.ts'
import { totalsOf } from './totals.ts'

type BasketData = Omit<ReplyOf<typeof getBasketData>, 'status'>

/** The whole basket for its page; the returned prices count as shown from now on (product.md §5). */
export async function readBasket(
  { db }: { db: Db },
  actor: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<BasketData> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  if (!basket) throw notFoundError(contractId)
  const rows = basket.basketId === null ? [] : await listBasketRows(db, { basket })
  if (rows.some(isRepriced)) await saveShownPrices(db, { basket, rows })
  const stats = await statsOf(db, actor, basket)
  const today = dayOf(new Date())
  const pricesShown = may(actor, 'price.view')
  return {
    ...stats,
    version: basket.version ?? '',
    products: quantitiesByProduct(rows),
    lines: rows.map((row) => shapeRow(row, { basket, today, pricesShown })),
    totals: totalsOf(rows, { basket, today, pricesShown }),
  }
}

/** Stats of a contract's basket for the header. */
export async function readStats(
  { db }: { db: Db },
  actor: BuyerActor,
  { contractId }: { contractId: number },
): Promise<BasketStats> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  if (!basket) throw notFoundError(contractId)
  return statsOf(db, actor, basket)
}

type View = { basket: OpenBasket; today: string; pricesShown: boolean }

function quantitiesByProduct(rows: BasketRow[]): Record<string, Record<string, number>> {
  const products: Record<string, Record<string, number>> = {}
  for (const { productId, warehouseId, quantityMilli } of rows)
    (products[productId] ??= {})[warehouseId] = units(quantityMilli)
  return products
}

/** Goods no longer sold have no price and are unavailable, whatever the tables hold. */
function shapeRow(row: BasketRow, { basket, today, pricesShown }: View): BasketLine {
  const money = (kopecks: number | null) => (pricesShown && row.sold && kopecks !== null ? roubles(kopecks) : null)
  const before = isRepriced(row) ? row.shownPriceKopecks : row.previousPriceKopecks
  return {
    id: row.productId,
    parent: row.parentId,
    qnt: units(row.quantityMilli),
    wms: row.warehouseId,
    wms_header: row.warehouse,
    step: units(row.stepMilli),
    decimals: row.decimals,
    available: row.sold ? units(shownMilli(row.availableMilli, basket.stockDisplay)) : 0,
    old_available: oldAvailable(row, basket),
    stock_label: row.sold ? stockLabel(row.availableMilli, basket.stockDisplay) : null,
    over: !row.sold || row.quantityMilli > row.availableMilli,
    price: money(row.priceKopecks),
    old_price: before === row.priceKopecks ? null : money(before),
    price_rrc: money(row.rrcKopecks),
    sum: money(row.priceKopecks === null ? null : lineSumKopecks(row.priceKopecks, row.quantityMilli)),
    vat: vatPercentOn(row.vat, today),
    note: '',
    header: row.header,
    articul: row.articul,
    unit: row.unit,
    picture: row.picture?.id ?? 0,
    picturetype: row.picture?.type ?? '',
    weight: row.weightGrams === null ? null : row.weightGrams / 1000,
    volume: row.volumeCm3 === null ? null : row.volumeCm3 / 1_000_000,
    gone: !row.sold,
    category: row.category,
    comment: row.note,
  }
}

function oldAvailable(
  { sold, availableMilli, availableThenMilli }: BasketRow,
  { stockDisplay }: OpenBasket,
): number | null {
  if (!sold || stockDisplay.mode !== 'exact' || availableThenMilli === null || availableThenMilli === availableMilli)
    return null
  return units(availableThenMilli)
}
