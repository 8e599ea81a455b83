import type { listDocuments, ShippingDocument } from '#shared/api/money/documents.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { daysBetween, formatDay, type Day } from '#shared/rules/dates.ts'
import { overdueDays } from '#shared/rules/ledger.ts'
import { roubles, roublesOrNull } from '#shared/rules/money.ts'
import {
  documentGroupNames,
  documentGroups,
  documentName,
  validityOn,
  type DocumentGroup,
} from '#shared/rules/documents/shipping-documents.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { DocumentRow, Overview } from './queries.ts'
import type { DocumentsPage } from './service.ts'

export function shapeDocuments({
  filter,
  today,
  overview,
  rows,
  pagination,
}: DocumentsPage): Omit<ReplyOf<typeof listDocuments>, 'status'> {
  return {
    items: rows.map((row) => shapeDocument(row, today)),
    count: pagination.total,
    contract: filter.contractId,
    pagination: shapePagination(pagination),
    startDate: formatDay(filter.from),
    endDate: formatDay(filter.to),
    any: overview.any,
    counts: countsOf(overview),
    months: monthsOf(overview, rows),
    unsigned: {
      count: overview.waiting,
      items: overview.oldest.map((row) => ({
        id: row.id,
        title: documentName(row),
        sum: roublesOrNull(row.sumKopecks),
        days: daysBetween(row.edoOn ?? row.day, today),
      })),
    },
  }
}

function countsOf({ kinds }: Overview) {
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0)
  const of = (group: DocumentGroup) => documentGroups[group].kinds.reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0)
  return {
    all,
    groups: Object.fromEntries(documentGroupNames.map((group) => [group, of(group)])) as Record<DocumentGroup, number>,
  }
}

function monthsOf({ months }: Overview, rows: readonly DocumentRow[]) {
  const shown = new Set(rows.map(({ day }) => day.slice(0, 7)))
  return months
    .filter(({ month }) => shown.has(month))
    .map(({ month, count, shippedKopecks }) => ({ month, count, shipped: roublesOrNull(shippedKopecks) }))
}

/** Whether an invoice is paid, and how late it is. */
function shapePayment(
  { leftKopecks, dueOn }: NonNullable<DocumentRow['payment']>,
  { sumKopecks, today }: { sumKopecks: number | null; today: Day },
) {
  const days = leftKopecks > 0 ? overdueDays(dueOn, today) : 0
  const open = leftKopecks < (sumKopecks ?? 0) ? ('partial' as const) : ('unpaid' as const)
  return {
    state: leftKopecks <= 0 ? ('paid' as const) : days > 0 ? ('overdue' as const) : open,
    date: dueOn && formatDay(dueOn),
    days,
    left: roubles(leftKopecks),
  }
}

function shapeDocument(row: DocumentRow, today: Day): ShippingDocument {
  const { id, kind, number, day, basis, order, edo, edoOn, edoBy, validTo } = row
  return {
    id,
    kind,
    title: documentName(row),
    number,
    date: formatDay(day),
    basis,
    order,
    sum: roublesOrNull(row.sumKopecks),
    vat: roublesOrNull(row.vatKopecks),
    edo: edo && {
      state: edo,
      date: edoOn && formatDay(edoOn),
      days: edoOn === null ? null : daysBetween(edoOn, today),
      by: edoBy,
    },
    payment: row.payment && shapePayment(row.payment, { sumKopecks: row.sumKopecks, today }),
    valid: validTo === null ? null : { date: formatDay(validTo), state: validityOn(validTo, today) },
    size: row.fileBytes,
  }
}
