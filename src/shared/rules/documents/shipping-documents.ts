import { daysBetween, type Day } from '../dates.ts'

/** Kinds of shipping documents, with their usual titles. */
export const documentKinds = {
  upd: 'УПД',
  correction: 'УКД',
  invoice: 'Счёт',
  waybill: 'Накладная',
  act: 'Акт',
  certificate: 'Сертификат',
  other: 'Документ',
} as const
export type DocumentKind = keyof typeof documentKinds
export const documentKindNames = Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]

/** Kinds that are listed together. */
export const documentGroups = {
  shipping: { label: 'УПД и УКД', kinds: ['upd', 'correction', 'waybill'] },
  invoices: { label: 'Счета', kinds: ['invoice'] },
  acts: { label: 'Акты', kinds: ['act'] },
  certificates: { label: 'Сертификаты', kinds: ['certificate', 'other'] },
} as const satisfies Record<string, { label: string; kinds: readonly DocumentKind[] }>
export type DocumentGroup = keyof typeof documentGroups
export const documentGroupNames = Object.keys(documentGroups) as [DocumentGroup, ...DocumentGroup[]]

/** States of a document at the ЭДО operator. */
export const edoStates = {
  draft: 'черновик',
  sent: 'ждёт подписи',
  delivered: 'ждёт подписи',
  signed: 'подписан',
  refused: 'отказ в подписи',
  cancelled: 'аннулирован',
} as const
export type EdoState = keyof typeof edoStates
export const edoStateNames = Object.keys(edoStates) as [EdoState, ...EdoState[]]
/** The buyer has to sign these. */
export const unsignedStates = ['sent', 'delivered'] as const satisfies readonly EdoState[]

/** 'УПД 4471' */
export function documentName({ kind, paper, number }: { kind: DocumentKind; paper: string; number: string }): string {
  return `${paper || documentKinds[kind]} ${number}`.trim()
}

/** A certificate is marked as expiring in its last days. */
const soonDays = 30

/** Validity of a certificate on a day. */
export function validityOn(validTo: Day, today: Day): 'valid' | 'ending' | 'ended' {
  const left = daysBetween(today, validTo)
  if (left < 0) return 'ended'
  return left <= soonDays ? 'ending' : 'valid'
}
