import type { StaffMethod } from '#shared/api/staff-delivery.ts'
import { roublesOf, textOfRoubles } from '#web/ui/roubles-text.ts'

/** What is being written of a method, and the version that it was begun with. */
export type MethodDraft = { header: string; price: string; version: string }

export function methodDraftOf({ header, price, version }: StaffMethod): MethodDraft {
  return { header, price: textOfRoubles(price), version }
}

export function isChanged(draft: MethodDraft | undefined, { header, price }: StaffMethod): boolean {
  return draft !== undefined && (draft.header.trim() !== header || roublesOf(draft.price) !== price)
}
