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

/** The number of a type that was sent as number or label ('брак'). */
export function claimTypeOf(sent: number | string): ClaimType | undefined {
  const text = String(sent).trim().toLowerCase()
  return claimTypeNumbers.find((type) => text === String(type) || text === claimTypes[type].name.toLowerCase())
}

/** What the buyer asks for. */
export const claimWishes = {
  replacement: 'Замену',
  resupply: 'Допоставку',
  money: 'Деньги',
  discount: 'Скидку',
  pickup: 'Вывоз',
} as const
export type ClaimWish = keyof typeof claimWishes
/** What may be asked for by type; the first is meant where nothing is said. */
export const wishesOfType: Record<ClaimType, readonly ClaimWish[]> = {
  1: ['replacement', 'money', 'discount'],
  2: ['replacement', 'money', 'pickup'],
  3: ['money', 'replacement'],
  4: ['pickup', 'discount'],
  5: ['resupply', 'money'],
}

export type ClaimState = 'new' | 'working' | 'asked' | 'satisfied' | 'partial' | 'rejected' | 'closed' | 'withdrawn'
type StateRules = {
  name: string
  /** Staff have still to decide. */
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

/** How staff settle what they accept. */
export const claimSettlements = {
  replacement: 'Замена',
  credit: 'Уменьшить долг',
} as const
export type ClaimSettlement = keyof typeof claimSettlements

/** What a decision over all lines makes of the claim. */
export function decidedState(
  lines: readonly { quantityMilli: number; acceptedMilli: number }[],
): 'satisfied' | 'partial' | 'rejected' {
  if (lines.every(({ acceptedMilli }) => acceptedMilli === 0)) return 'rejected'
  return lines.every(({ quantityMilli, acceptedMilli }) => acceptedMilli === quantityMilli) ? 'satisfied' : 'partial'
}

export const maxClaimFiles = 10
export const maxClaimFileBytes = 20 * 1024 * 1024
/** Within which days things happen; staff set them. */
export type ClaimTerms = {
  /** Working days after the shipment to claim quantity and assortment. */
  countedDays: number
  /** Days after the shipment to claim defects and returns. */
  defectDays: number
  /** Working days to decide. */
  decisionDays: number
  /** Working days that the buyer has to answer a question. */
  answerDays: number
}
export const claimTermBounds = {
  countedDays: { min: 1, max: 30 },
  defectDays: { min: 1, max: 365 },
  decisionDays: { min: 1, max: 60 },
  answerDays: { min: 1, max: 30 },
} as const satisfies Record<keyof ClaimTerms, { min: number; max: number }>

type FilingTerms = Pick<ClaimTerms, 'countedDays' | 'defectDays'>

/** Last day to file a claim of goods that were shipped on a day. */
export function fileBy(type: ClaimType, shippedOn: Day, calendar: Calendar, terms: FilingTerms): Day {
  const byDays = type === 1 || type === 3
  return byDays ? addDays(shippedOn, terms.defectDays) : addWorkingDays(shippedOn, terms.countedDays, calendar)
}

/** 'Брак, недостача': the types of a claim's lines, each once. */
export function typeNames(types: readonly ClaimType[]): string {
  return [...new Set(types)]
    .map((type, index) => (index === 0 ? claimTypes[type].name : claimTypes[type].name.toLowerCase()))
    .join(', ')
}

/** The quantity of a complaint: a whole number that begins with 1 to 9 [V.16]. */
export function isComplaintQuantity(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text.trim())
}
