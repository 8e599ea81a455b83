import type { DescriptionSource } from '#shared/api/staff/categories.ts'

/** `text` is kept while another source is chosen. */
export type DescriptionDraft = { shown: DescriptionSource; text: string }

export function descriptionInputOf({ shown, text }: DescriptionDraft): DescriptionDraft {
  return { shown, text: shown === 'own' ? text : '' }
}
