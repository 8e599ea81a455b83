import type { CustomerContract, saveContractTerms } from '#shared/api/administration/customers.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { integerBoundsError } from '#shared/rules/words/integer-bounds.ts'
import { fieldMessages } from '#shared/texts.ts'
import { formatRoublesText, parseRoublesText } from '#web/ui/forms/roubles-text.ts'

/** Terms as typed. */
export type TermsDraft = {
  status: CustomerContract['status']
  validTo: string | undefined
  priceType: number
  rrcType: number | undefined
  payment: CustomerContract['payment']
  prepaymentPercent: string
  deferralDays: string
  creditLimit: string
  minOrder: string
  freeDelivery: string
  holdDays: string
  stockDisplay: CustomerContract['stock_display']
  stockCap: string
  /** In order of preference. */
  warehouses: readonly number[]
}

export function termsDraftOf(contract: CustomerContract): TermsDraft {
  return {
    status: contract.status,
    validTo: contract.valid_to === '' ? undefined : contract.valid_to,
    priceType: contract.price_type,
    rrcType: contract.rrc_type ?? undefined,
    payment: contract.payment,
    prepaymentPercent: String(contract.prepayment_percent),
    deferralDays: String(contract.deferral_days),
    creditLimit: formatRoublesText(contract.credit_limit),
    minOrder: formatRoublesText(contract.min_order),
    freeDelivery: formatRoublesText(contract.free_delivery),
    holdDays: String(contract.hold_days),
    stockDisplay: contract.stock_display,
    stockCap: String(contract.stock_cap),
    warehouses: contract.warehouses,
  }
}

/** Terms of a new contract: those of the customer's first one, otherwise the usual ones, a price type to be chosen. */
export function newTermsDraft([first]: readonly CustomerContract[]): TermsDraft {
  if (first) return { ...termsDraftOf(first), status: 'active', validTo: undefined }
  return {
    status: 'active',
    validTo: undefined,
    priceType: noPriceType,
    rrcType: undefined,
    payment: 'prepaid',
    prepaymentPercent: String(usualTerms.prepayment_percent),
    deferralDays: String(usualTerms.deferral_days),
    creditLimit: '',
    minOrder: '',
    freeDelivery: '',
    holdDays: String(usualTerms.hold_days),
    stockDisplay: 'exact',
    stockCap: String(usualTerms.stock_cap),
    warehouses: [],
  }
}

/** Nothing is chosen yet. */
export const noPriceType = 0

/** Numbers of a new contract until others are typed. */
export const usualTerms = { prepayment_percent: 100, deferral_days: 0, hold_days: 3, stock_cap: 10 }

type Terms = Omit<InputOf<typeof saveContractTerms>, 'id' | 'version'>
type Errors = Partial<Record<keyof Terms, string>>

const isInteger = (text: string, { min, max }: { min: number; max: number }) =>
  /^\s*\d{1,6}\s*$/.test(text) && Number(text) >= min && Number(text) <= max

/** By the names of the call's fields. Fields that the choice hides are not checked. */
export function termsErrors(draft: TermsDraft): Errors {
  const sum = (text: string) => (parseRoublesText(text) === undefined ? 'Сумма в рублях, например 15 000' : undefined)
  const integer = (text: string, min: number, max: number) =>
    isInteger(text, { min, max }) ? undefined : integerBoundsError({ min, max })
  const errors: Errors = {
    price_type: draft.priceType === noPriceType ? 'Выберите тип цен' : undefined,
    prepayment_percent: draft.payment === 'prepaid' ? integer(draft.prepaymentPercent, 0, 100) : undefined,
    deferral_days: draft.payment === 'deferred' ? integer(draft.deferralDays, 0, 365) : undefined,
    credit_limit: sum(draft.creditLimit),
    min_order: sum(draft.minOrder),
    free_delivery: sum(draft.freeDelivery),
    hold_days: integer(draft.holdDays, 0, 365),
    stock_cap: draft.stockDisplay === 'exact' ? undefined : integer(draft.stockCap, 1, 999_999),
    warehouses: draft.warehouses.length === 0 ? fieldMessages.noWarehouse : undefined,
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

type StoredNumbers = Pick<CustomerContract, 'prepayment_percent' | 'deferral_days' | 'hold_days' | 'stock_cap'>

/** A hidden field that holds no number keeps the stored one. */
export function termsInputOf(draft: TermsDraft, stored: StoredNumbers): Terms {
  const integer = (text: string, known: number) => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : known)
  return {
    status: draft.status,
    valid_to: draft.validTo,
    price_type: draft.priceType,
    rrc_type: draft.rrcType,
    payment: draft.payment,
    prepayment_percent: integer(draft.prepaymentPercent, stored.prepayment_percent),
    deferral_days: integer(draft.deferralDays, stored.deferral_days),
    credit_limit: parseRoublesText(draft.creditLimit) ?? null,
    min_order: parseRoublesText(draft.minOrder) ?? null,
    free_delivery: parseRoublesText(draft.freeDelivery) ?? null,
    hold_days: integer(draft.holdDays, stored.hold_days),
    stock_display: draft.stockDisplay,
    stock_cap: integer(draft.stockCap, stored.stock_cap),
    warehouses: [...draft.warehouses],
  }
}

/** A checked warehouse goes to the end of the order of preference. */
export function toggleWarehouse(chosen: readonly number[], id: number): number[] {
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
}

/** Moves a warehouse one place towards the first. */
export function preferWarehouse(chosen: readonly number[], id: number): number[] {
  const at = chosen.indexOf(id)
  if (at <= 0) return [...chosen]
  const moved = [...chosen]
  moved.splice(at - 1, 2, id, chosen[at - 1] ?? id)
  return moved
}
