import type { PurchasedItem, purchasedGoods } from '#shared/api/money/purchased.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { daysBetween, formatDay } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { lastOfMonth } from './chart.ts'
import { averageKopecks, documentTitle } from './figures.ts'
import type { DocumentRow, GoodRow, GroupRow, MonthRow } from './queries.ts'
import type { PurchasedPage } from './service.ts'

export function shapePurchased(page: PurchasedPage): Omit<ReplyOf<typeof purchasedGoods>, 'status'> {
  const { report, contractId, from, to, today, step, purchased, chart, pagination } = page
  const { totals, choices, rows } = purchased
  const optionsOf = (category: boolean) =>
    choices.filter((choice) => choice.category === category).map(({ id, header }) => ({ id, header }))
  return {
    report,
    items: rows.map((row) => shapeRow(row, page)),
    count: pagination.total,
    contract: contractId,
    pagination: shapePagination(pagination),
    startDate: formatDay(from),
    endDate: formatDay(to),
    booked: totals.booked,
    any: totals.any,
    totals: {
      sum: roubles(totals.sumKopecks),
      returns: roubles(totals.returnedKopecks),
      vat: roubles(totals.vatKopecks),
      goods: totals.goods,
      shipments: totals.shipments,
      days: Math.max(0, daysBetween(from, to < today ? to : today) + 1),
    },
    chart: chart.map((bar) => ({
      startdate: formatDay(bar.from),
      enddate: formatDay(bar.to),
      sum: roubles(bar.sumKopecks),
    })),
    step,
    catalogs: optionsOf(true),
    brands: optionsOf(false),
  }
}

function shapeRow(row: PurchasedPage['purchased']['rows'][number], page: PurchasedPage): PurchasedItem {
  switch (page.report) {
    case 1:
      return shapeGood(row as GoodRow, page)
    case 2:
      return shapeDocument(row as DocumentRow)
    case 3:
      return shapeGroup(row as GroupRow, page)
    case 4:
      return shapeMonth(row as MonthRow, page)
  }
}

function shapeGood(row: GoodRow, { products, analogues }: PurchasedPage): PurchasedItem {
  const average = averageKopecks(row)
  return {
    kind: 'goods',
    id: row.productId,
    articul: row.articul,
    header: row.name,
    unit: row.unit,
    quantity: units(row.quantityMilli),
    sum: roubles(row.sumKopecks),
    average: average === null ? null : roubles(average),
    last: row.lastOn === null ? null : formatDay(row.lastOn),
    shipments: row.shipments,
    usual: row.shipments === 0 ? 0 : units(Math.round(row.shippedMilli / row.shipments)),
    product: (row.productId === null ? undefined : products.get(row.productId)) ?? null,
    analogues: (row.productId === null ? undefined : analogues.get(row.productId)) ?? [],
  }
}

function shapeDocument(row: DocumentRow): PurchasedItem {
  const { id, day, order, goods, sumKopecks, vatKopecks } = row
  return {
    kind: 'documents',
    id,
    title: documentTitle(row),
    date: formatDay(day),
    order,
    goods,
    sum: roubles(sumKopecks),
    vat: roubles(vatKopecks),
  }
}

function shapeGroup(
  { category, brand, goods, shipments, sumKopecks }: GroupRow,
  { purchased }: PurchasedPage,
): PurchasedItem {
  const totalKopecks = purchased.totals.sumKopecks
  const share = totalKopecks > 0 ? Math.round((sumKopecks * 1000) / totalKopecks) / 10 : 0
  return { kind: 'groups', category, brand, goods, shipments, sum: roubles(sumKopecks), share }
}

function shapeMonth(row: MonthRow, { from, to }: PurchasedPage): PurchasedItem {
  const last = lastOfMonth(row.month)
  return {
    kind: 'months',
    startdate: formatDay(row.month < from ? from : row.month),
    enddate: formatDay(last > to ? to : last),
    goods: row.goods,
    shipments: row.shipments,
    returns: roubles(row.returnedKopecks),
    sum: roubles(row.sumKopecks),
    vat: roubles(row.vatKopecks),
  }
}
