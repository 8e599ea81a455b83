import { dayOf, type Day } from '#shared/rules/dates.ts'
import { lineSumKopecks, vatPercentOn } from '#shared/rules/money.ts'
import type { PriceBreak } from '#shared/rules/prices/price-breaks.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findShownPrice, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import { isRepriced, saveShownPrices, listBasketRows, type BasketRow } from './shared-queries-lines.ts'
import { listStaffEdits, type StaffEdit } from './shared-queries-staff-edits.ts'
import { findBasket, type OpenBasket } from './shared-queries.ts'
import { notFoundError, readSummaryOf, type BasketSummary } from './service.ts'
import { computeTotals, type BasketTotals } from './totals.ts'

export type BasketPage = {
  summary: BasketSummary
  /** '' before the first change. */
  version: string
  lines: ShownLine[]
  totals: BasketTotals
  /** What staff changed as the buyer, and this reader may undo: for staff their own, for the buyer all. */
  undoable: StaffEdit[]
}

/** A line as its reader may see it. */
export type ShownLine = {
  row: BasketRow
  availableMilli: number
  /** Stock at the last change of the line, if it differs now and the contract shows figures. */
  oldAvailableMilli: number | null
  stockLabel: string | null
  /** Above stock, or no longer sold. */
  isOver: boolean
  priceKopecks: number | null
  /** The price shown last, if it differs from the current one. */
  oldPriceKopecks: number | null
  rrcKopecks: number | null
  sumKopecks: number | null
  vatPercent: number | null
  /** The price without breaks, with the breaks; hidden if price politics change what the reader sees. */
  baseKopecks: number | null
  breaks: readonly PriceBreak[]
  /** By staff who acted as the buyer. */
  edit: StaffEdit | undefined
}

/** The basket for its page. Returned prices count as shown from then on (product.md §5). */
export async function readBasket(
  { db }: { db: Db },
  actor: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<BasketPage> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  if (!basket) throw notFoundError(contractId)
  const rows = basket.basketId === null ? [] : await listBasketRows(db, { basket })
  if (rows.some(isRepriced)) await saveShownPrices(db, { basket, rows })
  const summary = await readSummaryOf(db, actor, basket)
  const shownPrice = await findShownPrice(db, actor, {
    contractId: basket.contractId,
    productIds: rows.map(({ productId }) => productId),
  })
  const edits =
    basket.hasEdits && basket.basketId !== null ? await listStaffEdits(db, { basketId: basket.basketId }) : []
  const editByLine = new Map(edits.map((edit) => [`${edit.productId}:${edit.warehouseId}`, edit]))
  const view = { basket, today: dayOf(new Date()), pricesShown: may(actor, 'price.contract'), shownPrice, editByLine }
  return {
    summary,
    version: basket.version ?? '',
    lines: rows.map((row) => toShownLine(row, view)),
    totals: computeTotals(rows, view),
    undoable: edits.filter(({ staffId }) => !actor.actedBy || actor.actedBy.accountId === staffId),
  }
}

/** Summary of a contract's basket for the header. */
export async function readSummary(
  { db }: { db: Db },
  actor: BuyerActor,
  { contractId }: { contractId: number },
): Promise<BasketSummary> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  if (!basket) throw notFoundError(contractId)
  return readSummaryOf(db, actor, basket)
}

type View = {
  basket: OpenBasket
  shownPrice: ShownPrice
  pricesShown: boolean
  today: Day
  editByLine: ReadonlyMap<string, StaffEdit>
}

/** Goods no longer sold have no price and no availability, whatever the tables contain. */
function toShownLine(
  row: BasketRow,
  { basket: { stockDisplay }, today, shownPrice, pricesShown, editByLine }: View,
): ShownLine {
  const priceKopecks = row.sold ? shownPrice(row) : null
  const beforeKopecks = isRepriced(row) ? row.shownPriceKopecks : row.previousPriceKopecks
  const oldPriceKopecks = row.sold ? shownPrice({ ...row, priceKopecks: beforeKopecks }) : null
  return {
    row,
    availableMilli: row.sold ? shownMilli(row.availableMilli, stockDisplay) : 0,
    oldAvailableMilli: oldAvailableMilli(row, stockDisplay),
    stockLabel: row.sold ? stockLabel(row.availableMilli, stockDisplay) : null,
    isOver: !row.sold || row.quantityMilli > row.availableMilli,
    priceKopecks,
    oldPriceKopecks: oldPriceKopecks === priceKopecks ? null : oldPriceKopecks,
    rrcKopecks: priceKopecks === null ? null : row.rrcKopecks,
    sumKopecks: priceKopecks === null ? null : lineSumKopecks(priceKopecks, row.quantityMilli),
    vatPercent: vatPercentOn(row.vat, today),
    baseKopecks: row.sold && pricesShown ? row.baseKopecks : null,
    breaks: row.sold && pricesShown ? row.breaks : [],
    edit: editByLine.get(`${row.productId}:${row.warehouseId}`),
  }
}

function oldAvailableMilli(
  { sold, availableMilli, availableThenMilli }: BasketRow,
  stockDisplay: OpenBasket['stockDisplay'],
): number | null {
  return sold && stockDisplay.mode === 'exact' && availableThenMilli !== availableMilli ? availableThenMilli : null
}
