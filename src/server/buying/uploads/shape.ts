import type { ReportRow } from '#shared/api/upload-report.ts'
import type { addCartFromPricelist, BriefGoods, CartOutcome, UploadReview, UploadRow } from '#shared/api/uploads.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { kopecks, milli, roublesOrNull, units } from '#shared/rules/money.ts'
import { shapeSummary } from '#server/buying/basket/shape.ts'
import type { CartResult, CartGoods } from './cart.ts'
import type { ReportedRow } from './report.ts'
import type { ResolvedRow, ShownGood } from './resolve.ts'
import type { Review } from './service.ts'

export function shapeReview({
  rows,
  columns: { quantity, ...columns },
  quantities,
  sumKopecks,
  ...review
}: Review): Omit<UploadReview, 'status'> {
  return {
    ...review,
    columns: { ...columns, qnt: quantity },
    rows: rows.map(shapeRow),
    quantities: quantities.map(({ sumMilli, ...column }) => ({ ...column, sum: units(sumMilli) })),
    sum: roublesOrNull(sumKopecks),
  }
}

export function shapeRow({ raw, good, ...row }: ResolvedRow): UploadRow {
  return {
    line: row.line,
    row: row.row,
    rows: row.rows,
    raw: { code: raw.code, name: raw.name, qnt: raw.quantity },
    rememberAs: row.rememberAs,
    matchedBy: row.matchedBy,
    id: good?.id ?? null,
    goods: good ? shapeGood(good) : null,
    candidates: row.candidates.map(shapeGood),
    analogue: row.analogue ? shapeGood(row.analogue) : null,
    requested: unitsOrNull(row.requestedMilli),
    parts: row.partsMilli.map(unitsOrNull),
    proposed: unitsOrNull(row.proposedMilli),
    accepted: units(row.acceptedMilli),
    added: units(row.addedMilli),
    in_basket: units(good?.basketMilli ?? 0),
    price: roublesOrNull(good?.priceKopecks ?? null),
    sum: roublesOrNull(row.sumKopecks),
    status: row.status,
    doubt: row.doubt,
    note: row.note,
  }
}

export function shapeCart({ count, goods, summary }: CartResult): Omit<ReplyOf<typeof addCartFromPricelist>, 'status'> {
  return { count, lines: goods.map(shapeCartGoods), stats: shapeSummary(summary) }
}

/** Columns by field, as sent: the quantity has another name on the wire. */
export function parseColumns<Column, Others extends object>({
  qnt,
  ...columns
}: Others & { qnt?: Column }): Omit<Others, 'qnt'> & { quantity: Column | undefined } {
  return { ...columns, quantity: qnt }
}

/** A reviewed row as sent back by the screen for its report. */
export function parseReportRow({ qnt, order, price, sum, ...texts }: ReportRow): ReportedRow {
  return {
    ...texts,
    quantity: qnt,
    orderMilli: milli(order),
    priceKopecks: price === null ? null : kopecks(price),
    sumKopecks: sum === null ? null : kopecks(sum),
  }
}

function shapeGood(good: ShownGood): BriefGoods {
  return {
    id: good.id,
    parent: good.parentId,
    header: good.header,
    articul: good.articul,
    brand: good.brand,
    unit: good.unit,
    step: units(good.stepMilli),
    decimals: good.decimals,
    available: units(good.availableMilli),
    below_step: good.isBelowStep,
    stock_label: good.stockLabel,
    price: roublesOrNull(good.priceKopecks),
    picture: good.picture?.id ?? 0,
    picturetype: good.picture?.type ?? '',
    in_basket: units(good.basketMilli),
    lacks: good.lacks,
    has: good.has,
    doubt: good.doubt,
  }
}

function shapeCartGoods({
  productId,
  header,
  articul,
  requestedMilli,
  resultMilli,
  outcome,
  note,
}: CartGoods): CartOutcome {
  return {
    id: productId,
    header,
    articul,
    requested: units(requestedMilli),
    qnt: units(resultMilli),
    what: outcome,
    note,
  }
}

function unitsOrNull(quantityMilli: number | undefined): number | null {
  return quantityMilli === undefined ? null : units(quantityMilli)
}
