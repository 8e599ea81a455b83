import type { BasketChange, BasketLine, BasketStats, getBasketData, TouchedLine } from '#shared/api/basket.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { RepeatedLine, RepeatResult } from '#shared/api/repeat.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { shownLineSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/customers/organisations/stock-display.ts'
import type { LineChange } from './fit-lines.ts'
import { shapeBreak } from '#server/catalogue/price-breaks/shape-break.ts'
import type { BasketPage, ShownLine } from './read.ts'
import type { Repeated, RepeatedGoods } from './repeat-goods.ts'
import type { BasketSummary, Change } from './service.ts'
import type { BasketTotals } from './totals.ts'

type BasketData = ReplyOf<typeof getBasketData>

export function shapeBasket({ summary, version, lines, totals, undoable }: BasketPage): Omit<BasketData, 'status'> {
  return {
    ...shapeSummary(summary),
    version,
    products: quantitiesByProduct(lines),
    lines: lines.map(shapeShownLine),
    edits: { count: undoable.length, by: [...new Set(undoable.map(({ name }) => name))] },
    totals: shapeTotals(totals),
  }
}

export function shapeSummary(summary: BasketSummary): BasketStats {
  return {
    count: { products: summary.lines, total: units(summary.quantityMilli) },
    actualWms: summary.warehouses,
    overCount: summary.overCount,
    contract: summary.contractId,
    sum: money(summary.sumKopecks),
  }
}

export function shapeChange({ basket, summary, lines, shown }: Change): Omit<BasketChange, 'status'> {
  const touched = lines.map((line) => shapeLine(line, shown, basket.stockDisplay))
  return { stats: shapeSummary(summary), lines: touched, line: touched[0] ?? null }
}

/** Reply to adding an order or a draft to a basket. */
export function shapeRepeated({ count, title, message, goods, summary }: Repeated): RepeatResult {
  return { count, title, message, lines: goods.map(shapeRepeatedGoods), stats: shapeSummary(summary) }
}

function shapeRepeatedGoods({ replacement, ...line }: RepeatedGoods): RepeatedLine {
  return {
    id: line.productId,
    header: line.header,
    articul: line.articul,
    wanted: units(line.wantedMilli),
    qnt: units(line.addedMilli),
    what: line.what,
    ...(replacement ? { replacement: { id: replacement.productId, header: replacement.header } } : {}),
    note: line.note,
    price: money(line.priceKopecks),
    old_price: money(line.oldPriceKopecks),
  }
}

function quantitiesByProduct(lines: ShownLine[]): BasketData['products'] {
  const products: BasketData['products'] = {}
  for (const { row } of lines) (products[row.productId] ??= {})[row.warehouseId] = units(row.quantityMilli)
  return products
}

function shapeShownLine({ row, ...line }: ShownLine): BasketLine {
  return {
    id: row.productId,
    parent: row.parentId,
    qnt: units(row.quantityMilli),
    wms: row.warehouseId,
    wms_header: row.warehouse,
    step: units(row.stepMilli),
    decimals: row.decimals,
    available: units(line.availableMilli),
    old_available: line.oldAvailableMilli === null ? null : units(line.oldAvailableMilli),
    stock_label: line.stockLabel,
    over: line.isOver,
    price: money(line.priceKopecks),
    old_price: money(line.oldPriceKopecks),
    price_rrc: money(line.rrcKopecks),
    sum: money(line.sumKopecks),
    vat: line.vatPercent,
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
    base_price: money(line.baseKopecks),
    breaks: line.breaks.map(shapeBreak),
    edited: line.edit ? { by: line.edit.name, at: line.edit.at } : null,
  }
}

function shapeTotals(totals: BasketTotals): BasketData['totals'] {
  return {
    weight: totals.weightGrams / 1000,
    volume: totals.volumeCm3 / 1_000_000,
    vat: money(totals.vatKopecks),
    margin: money(totals.marginKopecks),
    to_free_delivery: money(totals.toFreeDeliveryKopecks),
    free_delivery_from: money(totals.freeDeliveryKopecks),
    least_sum: money(totals.minOrderKopecks),
  }
}

function shapeLine(line: LineChange, shown: ShownPrice, display: StockDisplay): TouchedLine {
  return {
    id: line.productId,
    qnt: units(line.quantityMilli),
    wms: line.warehouseId,
    step: units(line.stepMilli),
    available: units(shownMilli(line.availableMilli, display)),
    stock_label: stockLabel(line.availableMilli, display),
    over: line.quantityMilli > line.availableMilli,
    price: money(shown(line)),
    sum: money(shownLineSum(shown, line)),
    note: line.note,
  }
}

function money(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks)
}
