import type * as api from '#shared/api/administration/customers.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import { formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { overdueDays } from '#shared/rules/ledger.ts'
import { kopecksOrNull, milli, roubles, roublesOrNull, units } from '#shared/rules/money.ts'
import { orderStates } from '#shared/rules/order-states.ts'
import { shapeContragent } from '#server/customers/contragents/shape.ts'
import { shapeManager } from '#server/customers/employees/shape.ts'
import type { ContractTerms } from './contract-terms.ts'
import type { StoredContract } from './queries-card.ts'
import type { StoredCustomer } from './queries-list.ts'
import type { CustomerCard } from './service.ts'

export function shapeCustomer(customer: StoredCustomer, today: Day): api.Customer {
  const { id, name, inn, manager, contracts, stopped } = customer
  return {
    id,
    name,
    inn,
    manager,
    contracts,
    debt: roubles(customer.debtKopecks),
    overdue: roubles(customer.overdueKopecks),
    overdue_days: overdueDays(customer.overdueSince, today),
    stopped,
    last_order_at: customer.lastOrderAt,
    turnover: roubles(customer.turnoverKopecks),
    merged: customer.merged,
  }
}

type TermsInput = Omit<ParsedInputOf<typeof api.saveContractTerms>, 'id' | 'version'>

export function parseContractTerms(input: TermsInput): ContractTerms {
  return {
    status: input.status,
    validTo: input.valid_to === undefined ? null : parseDay(input.valid_to),
    priceTypeId: input.price_type,
    rrcTypeId: input.rrc_type ?? null,
    payment: input.payment,
    prepaymentPercent: input.prepayment_percent,
    deferralDays: input.deferral_days,
    creditLimitKopecks: kopecksOrNull(input.credit_limit ?? null),
    minOrderKopecks: kopecksOrNull(input.min_order ?? null),
    freeDeliveryKopecks: kopecksOrNull(input.free_delivery ?? null),
    holdDays: input.hold_days,
    stockDisplay: input.stock_display,
    stockCapMilli: milli(input.stock_cap),
    warehouses: [...new Set(input.warehouses)],
  }
}

export function shapeCustomerContract(contract: StoredContract): api.CustomerContract {
  const { id, number, contragent, status, payment, warehouses, version } = contract
  return {
    id,
    number,
    date: formatDay(contract.signedOn),
    contragent,
    status,
    valid_to: contract.validTo === null ? '' : formatDay(contract.validTo),
    price_type: contract.priceTypeId,
    price_type_header: contract.priceType,
    rrc_type: contract.rrcTypeId,
    payment,
    prepayment_percent: contract.prepaymentPercent,
    deferral_days: contract.deferralDays,
    credit_limit: roublesOrNull(contract.creditLimitKopecks),
    min_order: roublesOrNull(contract.minOrderKopecks),
    free_delivery: roublesOrNull(contract.freeDeliveryKopecks),
    hold_days: contract.holdDays,
    stock_display: contract.stockDisplay,
    stock_cap: units(contract.stockCapMilli),
    warehouses,
    debt: roubles(contract.debtKopecks),
    overdue: roubles(contract.overdueKopecks),
    stopped: contract.stopOrders,
    alert: contract.debtAlert ?? '',
    from_1c: contract.code1c !== null,
    version,
  }
}

export function shapeCustomerCard(card: CustomerCard): api.CustomerDetails {
  const { head, today, managers, contracts, accountId, open } = card
  return {
    id: head.id,
    name: head.name,
    status: head.status,
    manager_id: head.managerId,
    manager: head.manager,
    managers,
    figures: { ...shapeDebts(contracts, today), ...shapeTurnover(head) },
    contracts: contracts.map(shapeCustomerContract),
    contragents: card.contragents.map(shapeContragent),
    people: card.employees.people.map((person) =>
      shapeManager(person, { actor: card, contracts: card.employees.contracts }),
    ),
    orders: card.orders.map(({ id, number, createdAt, contract, placedBy, state, sumKopecks }) => ({
      id,
      number,
      created_at: createdAt,
      contract,
      placed_by: placedBy,
      state,
      state_header: orderStates[state].name,
      sum: roubles(sumKopecks),
    })),
    open: {
      basket_lines: open.basketLines,
      basket_sum: roubles(open.basketKopecks),
      drafts: open.drafts,
      claims: open.claims.map(({ id, number, decideBy }) => ({ id, number, decide_by: formatDay(decideBy) })),
    },
    notes: card.notes.map(({ id, text, author, authorId, createdAt }) => ({
      id,
      text,
      author,
      created_at: createdAt,
      own: authorId === accountId,
    })),
    merged_into: shapeOption(card.mergers.into),
    absorbed: card.mergers.absorbed.map(({ id, name }) => ({ id, header: name })),
    similar: card.similar.map(({ id, name, inn, phone }) => ({
      id,
      header: name,
      by: inn ? ('inn' as const) : phone ? ('phone' as const) : ('mail' as const),
    })),
  }
}

const shapeOption = (named: { id: number; name: string } | null) => named && { id: named.id, header: named.name }

function shapeTurnover({ orders, turnoverKopecks, previousTurnoverKopecks }: CustomerCard['head']) {
  return { orders, turnover: roubles(turnoverKopecks), previous_turnover: roubles(previousTurnoverKopecks) }
}

/** Over all contracts; what is left of a limit only counts active contracts on deferred payment. */
function shapeDebts(contracts: readonly StoredContract[], today: Day) {
  const limited = contracts.filter(({ status }) => status === 'active').filter(hasCreditLimit)
  const since = contracts.flatMap(({ overdueSince }) => overdueSince ?? []).toSorted()[0] ?? null
  return {
    debt: roubles(sum(contracts, ({ debtKopecks }) => debtKopecks)),
    overdue: roubles(sum(contracts, ({ overdueKopecks }) => overdueKopecks)),
    overdue_days: overdueDays(since, today),
    credit_limit: limited.length === 0 ? null : roubles(sum(limited, (each) => each.creditLimitKopecks)),
    available:
      limited.length === 0
        ? null
        : roubles(sum(limited, (each) => Math.max(0, freeCreditKopecks(each, each.unshippedKopecks)))),
  }
}

const sum = <Item>(items: readonly Item[], valueOf: (item: Item) => number) =>
  items.reduce((total, item) => total + valueOf(item), 0)
