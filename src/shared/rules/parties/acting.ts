import { accusativeName } from '../words/accusative-name.ts'

/** Acting as a buyer ends after this long without use. */
export const actingMinutes = 30

/** Characters of who asked for an action, and how. */
export const askedByLength = { min: 5, max: 200 } as const

/** Who asked, as it is counted and stored. */
export const tidyAskedBy = (text: string) => text.replace(/\s+/g, ' ').trim()

export const askedByLabel = 'Кто и как попросил'

/** 'за Павла Громова'; what cannot be declined with certainty stays as it is: 'за покупателя: Отдел закупок'. */
export function onBehalfOf(name: string): string {
  const declined = accusativeName(name)
  return declined === undefined ? `за покупателя: ${name}` : `за ${declined}`
}

/** The author of what staff do as a buyer: 'Анна Ковалёва за Павла Громова'. */
export function actingAuthor({ staff, buyer }: { staff: string; buyer: string }): string {
  return `${staff} ${onBehalfOf(buyer)}`
}

type ActedFor = { actedBy?: { askedBy?: string } | undefined }

/** A comment in an order's or claim's history, with the line that tells the buyer who asked staff for the change. */
export function withAskedBy(comment: string, { actedBy }: ActedFor): string {
  const asked = actedBy?.askedBy === undefined ? '' : `${askedByLabel}: ${actedBy.askedBy}`
  return [comment, asked].filter(Boolean).join('\n')
}
