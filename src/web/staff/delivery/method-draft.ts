import type { StaffMethod } from '#shared/api/staff/delivery.ts'
import { parseRoublesText, formatRoublesText } from '#web/ui/forms/roubles-text.ts'

/** Unsaved values of a method, and the version they are based on. */
export type MethodDraft = { header: string; price: string; version: string }

export function methodDraftOf({ header, price, version }: StaffMethod): MethodDraft {
  return { header, price: formatRoublesText(price), version }
}

export function isChanged(draft: MethodDraft | undefined, { header, price }: StaffMethod): boolean {
  return draft !== undefined && (draft.header.trim() !== header || parseRoublesText(draft.price) !== price)
}
