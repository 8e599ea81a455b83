import type * as api from '#shared/api/order-preview.ts'
import type { CheckoutChange as WireChange } from '#shared/api/orders.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import type { ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { CheckoutChange } from './place/checkout-changes.ts'
import type { ExpectedApproval, NamedPart, Preview } from './place/preview.ts'
import type { Debt } from './rules/debts.ts'
import type { NeededPayment, Refusal } from './rules/refusals.ts'

/** Without `limitsShown` the excess over a limit is omitted, because it would reveal the contract's sum. */
export function shapePreview(
  preview: Preview,
  { limitsShown }: { limitsShown: boolean },
): Omit<ReplyOf<typeof api.previewOrder>, 'status'> {
  const sum = (kopecks: number) => (limitsShown ? roubles(kopecks) : null)
  const { sums } = preview
  return {
    goods: money(sums?.goodsKopecks ?? null),
    delivery: money(sums?.deliveryKopecks ?? null),
    sum: money(sums?.sumKopecks ?? null),
    vat: money(sums?.vatKopecks ?? null),
    parts: preview.parts.map((part) => shapePart(part, sums !== null)),
    refusals: preview.refusals.map(shapeRefusal),
    approval: preview.approval && shapeApproval(preview.approval, sum),
  }
}

type Sum = (kopecks: number) => number | null

export function shapeRefusal(refusal: Refusal): api.Refusal {
  const { code, title, message, credit, payment } = refusal
  return {
    code,
    title,
    message,
    missing: money(refusal.missingKopecks),
    least: money(refusal.minKopecks),
    exceeds: money(refusal.exceedsKopecks),
    available: money(refusal.availableKopecks),
    credit: credit && {
      limit: roubles(credit.limitKopecks),
      debt: roubles(credit.debtKopecks),
      unshipped: roubles(credit.unshippedKopecks),
      advance: roubles(credit.advanceKopecks),
    },
    to_pay: payment && shapePayment(payment),
  }
}

export type ChangesView = { shown: ShownPrice; deliveryShown: boolean }

/** A change of the delivery price has no product: its ids and quantities are 0. */
export function shapeCheckoutChange(change: CheckoutChange, { shown, deliveryShown }: ChangesView): WireChange {
  if (change.what === 'delivery') {
    return {
      ...noLine,
      header: change.header,
      what: change.what,
      old_price: deliveryShown ? roubles(change.oldKopecks) : null,
      price: deliveryShown ? roubles(change.nowKopecks) : null,
    }
  }
  const { what, row } = change
  const isGone = what === 'gone'
  return {
    id: row.productId,
    wms: row.warehouseId,
    header: row.header,
    articul: row.articul,
    what,
    old_price: money(shown({ ...row, priceKopecks: row.shownPriceKopecks })),
    price: isGone ? null : money(shown(row)),
    qnt: units(row.quantityMilli),
    available: isGone ? 0 : units(row.availableMilli),
    step: units(row.stepMilli),
    new_qnt: isGone ? 0 : units(change.orderableMilli),
  }
}

const noLine = { id: 0, wms: 0, articul: '', qnt: 0, available: 0, step: 0, new_qnt: 0 }

function shapePart(part: NamedPart, sumsShown: boolean): api.OrderPart {
  return {
    organisation: part.organisation,
    wms: part.warehouseId,
    wms_header: part.warehouse,
    vat_percent: part.vatPercent,
    lines: part.lines,
    sum: sumsShown ? roubles(part.sumKopecks) : null,
    vat: sumsShown ? roubles(part.vatKopecks) : null,
  }
}

function shapePayment({ sumKopecks, restKopecks, documents }: NeededPayment): api.Refusal['to_pay'] {
  return { sum: roubles(sumKopecks), rest: roubles(restKopecks), documents: documents.map(shapeDocument) }
}

function shapeDocument(debt: Debt) {
  return {
    id: debt.orderId,
    entry: debt.entryId,
    number: debt.title,
    date: formatDay(debt.day),
    due: debt.dueOn && formatDay(debt.dueOn),
    overdue_days: debt.overdueDays,
    left: roubles(debt.leftKopecks),
    invoice: debt.hasInvoice,
  }
}

function shapeApproval(approval: ExpectedApproval, sum: Sum): api.ExpectedApproval {
  return {
    over: approval.over,
    by: sum(approval.byKopecks),
    order_limit: money(approval.orderLimitKopecks),
    period: approval.period,
    period_limit: money(approval.periodLimitKopecks),
    left: approval.leftKopecks === null ? null : sum(approval.leftKopecks),
    approvers: approval.approvers,
  }
}

function money(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks)
}
