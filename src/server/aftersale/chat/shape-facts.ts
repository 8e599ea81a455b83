import type { ChatFacts, ContractFacts } from '#shared/api/staff/talk.ts'
import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { overdueDays } from '#shared/rules/ledger.ts'
import { roubles } from '#shared/rules/money.ts'
import type { StoredInvoice } from './queries-cards.ts'
import type { StoredContract } from './queries-facts.ts'
import { shapeInvoice } from './shape.ts'
import type { readFacts } from './staff.ts'

type Facts = Awaited<ReturnType<typeof readFacts>>

export function shapeFacts(
  { contracts, invoices, orders, claims, basket }: Facts,
  today: Day,
): Omit<ChatFacts, 'status'> {
  return {
    contracts: contracts.map((contract) => shapeContract(contract, { invoices, today })),
    orders: orders.map(({ sumKopecks, ...order }) => ({ ...order, sum: roubles(sumKopecks) })),
    claims: claims.map(({ decideBy, ...claim }) => ({ ...claim, by: formatDay(decideBy) })),
    basket: { lines: basket.lines, sum: roubles(basket.kopecks) },
  }
}

function shapeContract(
  contract: StoredContract,
  { invoices, today }: { invoices: readonly StoredInvoice[]; today: Day },
): ContractFacts {
  const { id, number, signedOn, contragent, prices, stopOrders, debtAlert } = contract
  return {
    id,
    number,
    signed: formatDay(signedOn),
    contragent,
    payment: paymentText(contract),
    prices,
    debt: roubles(contract.debtKopecks),
    overdue: roubles(contract.overdueKopecks),
    overdue_days: overdueDays(contract.overdueSince, today),
    available: hasCreditLimit(contract)
      ? roubles(Math.max(0, freeCreditKopecks(contract, contract.unshippedKopecks)))
      : null,
    stopOrders,
    debtAlert,
    invoices: invoices.filter(({ contractId }) => contractId === id).map(shapeInvoice),
  }
}

function paymentText({ payment, prepaymentPercent, deferralDays }: StoredContract): string {
  return payment === 'deferred' ? `отсрочка ${deferralDays} дн.` : `предоплата ${prepaymentPercent}\u00a0%`
}
