import type { BasketChange, TouchedLine } from '#shared/api/basket.ts'
import { lineSumKopecks, roubles, units } from '#shared/rules/money.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/customers/organisations/stock-display.ts'
import type { LineChange } from './fit-lines.ts'
import type { Change } from './service.ts'

export function shapeChange({ basket, stats, lines }: Change): Omit<BasketChange, 'status'> {
  const touched = lines.map((line) => shapeLine(line, stats.sum !== null, basket.stockDisplay))
  return { stats, lines: touched, line: touched[0] ?? null }
}

function shapeLine(line: LineChange, pricesShown: boolean, display: StockDisplay): TouchedLine {
  return {
    id: line.productId,
    qnt: units(line.quantityMilli),
    wms: line.warehouseId,
    step: units(line.stepMilli),
    available: units(shownMilli(line.availableMilli, display)),
    stock_label: stockLabel(line.availableMilli, display),
    over: line.quantityMilli > line.availableMilli,
    price: pricesShown ? roubles(line.priceKopecks) : null,
    sum: pricesShown ? roubles(lineSumKopecks(line.priceKopecks, line.quantityMilli)) : null,
    note: line.note,
  }
}
