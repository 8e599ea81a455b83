import type { FinanceItem, Finances } from '#shared/api/money/finances.ts'
import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import { daysBetween, formatDay, type Day } from '#shared/rules/dates.ts'
import { ageingBuckets, paperTitle } from '#shared/rules/ledger.ts'
import { roubles } from '#shared/rules/money.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { basisText } from './basis-text.ts'
import { entryFigures } from './figures.ts'
import type { ContractFinances, EntryRow } from './queries.ts'
import type { AvailableCredit, FinancesPage } from './service.ts'

export function shapeFinances({ state, entries, pagination, today }: FinancesPage): Omit<Finances, 'status'> {
  return {
    ...shapeState(state),
    items: entries.map((entry) => shapeEntry(entry, today)),
    count: pagination.total,
    pagination: shapePagination(pagination),
  }
}

export const shapeAvailable = ({ contractId, availableKopecks }: AvailableCredit) => ({
  contract_id: contractId,
  available: roubles(availableKopecks),
})

function shapeState(state: ContractFinances) {
  const { contractId: id, number, signedOn, contragent, hasLedger, asOf, nextPayment } = state
  const sums = new Map(state.ageing.map((bucket) => [bucket.id, bucket]))
  const overdue = state.ageing.reduce((sum, bucket) => (bucket.id === 'notDue' ? sum : sum + bucket.kopecks), 0)
  const limited = hasCreditLimit(state) ? state : undefined
  return {
    contract: { id, number, date: formatDay(signedOn), contragent },
    contract_id: id,
    as_of: hasLedger ? asOf : null,
    debt: roubles(state.debtKopecks),
    overdue: hasLedger ? roubles(overdue) : null,
    advance: roubles(state.advanceKopecks),
    limit: limited ? roubles(limited.creditLimitKopecks) : null,
    unshipped: limited ? roubles(state.unshippedKopecks) : null,
    available: limited ? roubles(freeCreditKopecks(limited, state.unshippedKopecks)) : null,
    next_payment: nextPayment && { date: formatDay(nextPayment.day), sum: roubles(nextPayment.kopecks) },
    ageing: ageingBuckets.map((bucket) => ({
      id: bucket.id,
      header: bucket.header,
      sum: roubles(sums.get(bucket.id)?.kopecks ?? 0),
      count: sums.get(bucket.id)?.count ?? 0,
    })),
  }
}

function shapeEntry(entry: EntryRow, today: Day): FinanceItem {
  const { id, kind, number, day, dueOn, order, documentId, settles, leftKopecks } = entry
  const figures = entryFigures(entry)
  const wire = (kopecks: number | null) => (kopecks === null ? null : roubles(kopecks))
  return {
    id,
    type: kind === 'payment' || kind === 'refund' ? 'payment' : 'document',
    title: paperTitle(entry),
    number,
    date: formatDay(day),
    basis: basisText(entry),
    order,
    document: documentId,
    shipped: wire(figures.shippedKopecks),
    paid: wire(figures.paidKopecks),
    left: wire(figures.leftKopecks),
    due: dueOn === null ? null : formatDay(dueOn),
    overdue_days: dueOn === null || leftKopecks === 0 ? null : daysBetween(dueOn, today),
    settles: settles.map(paperTitle),
  }
}
