import { addDays, addWorkingDays, type Calendar, type Day } from '../dates.ts'

/** Types of a claim by the specification's number [N.6]. */
export const claimTypes = {
  1: { name: 'Брак', needsPhoto: true, takesOthers: false },
  2: { name: 'Пересортица', needsPhoto: true, takesOthers: true },
  3: { name: 'Возврат', needsPhoto: false, takesOthers: false },
  4: { name: 'Излишек', needsPhoto: false, takesOthers: true },
  5: { name: 'Недостача', needsPhoto: false, takesOthers: false },
} as const
export type ClaimType = keyof typeof claimTypes
export const claimTypeNumbers = [1, 2, 3, 4, 5] as const satisfies readonly ClaimType[]

/** The number of a claim type sent as a number or label ('брак'). */
export function claimTypeOf(sent: number | string): ClaimType | undefined {
  const text = String(sent).trim().toLowerCase()
  return claimTypeNumbers.find((type) => text === String(type) || text === claimTypes[type].name.toLowerCase())
}

/** Settlements that the buyer may request. */
export const requestedRemedies = {
  replacement: 'Замену',
  resupply: 'Допоставку',
  money: 'Деньги',
  discount: 'Скидку',
  pickup: 'Вывоз',
} as const
export type RequestedRemedy = keyof typeof requestedRemedies
/** Settlements that can be requested, by claim type; the first is the default. */
export const remediesOfType: Record<ClaimType, readonly RequestedRemedy[]> = {
  1: ['replacement', 'money', 'discount'],
  2: ['replacement', 'money', 'pickup'],
  3: ['money', 'replacement'],
  4: ['pickup', 'discount'],
  5: ['resupply', 'money'],
}

export type ClaimState = 'new' | 'working' | 'asked' | 'satisfied' | 'partial' | 'rejected' | 'closed' | 'withdrawn'
type StateRules = {
  name: string
  /** Staff have not decided yet. */
  undecided?: true
  tone: 'info' | 'warning' | 'success' | 'danger' | 'muted'
}
export const claimStates: Record<ClaimState, StateRules> = {
  new: { name: 'Новая', undecided: true, tone: 'info' },
  working: { name: 'В работе', undecided: true, tone: 'info' },
  asked: { name: 'Запрошены данные', undecided: true, tone: 'warning' },
  satisfied: { name: 'Удовлетворена', tone: 'success' },
  partial: { name: 'Частично', tone: 'success' },
  rejected: { name: 'Отклонена', tone: 'danger' },
  closed: { name: 'Закрыта', tone: 'muted' },
  withdrawn: { name: 'Отозвана', tone: 'muted' },
}
export const claimStateNames = Object.keys(claimStates) as [ClaimState, ...ClaimState[]]

export function isUndecided(state: ClaimState): boolean {
  return claimStates[state].undecided === true
}

/** How staff settle accepted quantities. */
export const claimSettlements = {
  replacement: 'Замена',
  credit: 'Уменьшить долг',
} as const
export type ClaimSettlement = keyof typeof claimSettlements

/** State of the claim after a decision on all lines. */
export function decidedState(
  lines: readonly { quantityMilli: number; acceptedMilli: number }[],
): 'satisfied' | 'partial' | 'rejected' {
  if (lines.every(({ acceptedMilli }) => acceptedMilli === 0)) return 'rejected'
  return lines.every(({ quantityMilli, acceptedMilli }) => acceptedMilli === quantityMilli) ? 'satisfied' : 'partial'
}

export const maxClaimFiles = 10
export const maxClaimFileBytes = 20 * 1024 * 1024
/** Deadlines of claims in days; staff can change them. */
export type ClaimTerms = {
  /** Working days after the shipment for quantity and assortment claims. */
  countedDays: number
  /** Calendar days after the shipment for defects and returns. */
  defectDays: number
  /** Working days for the decision. */
  decisionDays: number
  /** Working days for the buyer's answer to a question. */
  answerDays: number
}
export const claimTermBounds = {
  countedDays: { min: 1, max: 30 },
  defectDays: { min: 1, max: 365 },
  decisionDays: { min: 1, max: 60 },
  answerDays: { min: 1, max: 30 },
} as const satisfies Record<keyof ClaimTerms, { min: number; max: number }>

type FilingTerms = Pick<ClaimTerms, 'countedDays' | 'defectDays'>

/** Last day to file a claim about goods shipped on a day. */
export function fileBy(type: ClaimType, shippedOn: Day, calendar: Calendar, terms: FilingTerms): Day {
  const byDays = type === 1 || type === 3
  return byDays ? addDays(shippedOn, terms.defectDays) : addWorkingDays(shippedOn, terms.countedDays, calendar)
}

/** 'Брак, недостача': the distinct types of a claim's lines. */
export function typeNames(types: readonly ClaimType[]): string {
  return [...new Set(types)]
    .map((type, index) => (index === 0 ? claimTypes[type].name : claimTypes[type].name.toLowerCase()))
    .join(', ')
}

/** Quantity of a complaint: a whole number that starts with 1 to 9 [V.16]. */
export function isComplaintQuantity(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text.trim())
}
