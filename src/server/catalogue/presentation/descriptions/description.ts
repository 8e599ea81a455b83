import { maxDescriptionLength, type DescriptionSource } from '#shared/api/staff/categories.ts'
import { textOfDescription } from '#server/catalogue/facets/render/description-text.ts'

/** A description of 1C, plain or HTML, and what staff have decided: null shows 1C's, '' none. */
export type DescriptionTexts = { description: string; staffDescription: string | null }

export type ShownDescription = { shown: DescriptionSource; text: string; exchange_text: string }

/** The decision to store. A text of blanks means 1C's. */
export function storedDescription({ shown, text }: { shown: DescriptionSource; text: string }): string | null {
  if (shown === 'none') return ''
  const own = text.replaceAll('\r\n', '\n').trim()
  return shown === 'own' && own !== '' ? own : null
}

export function descriptionSource({ staffDescription }: Pick<DescriptionTexts, 'staffDescription'>): DescriptionSource {
  if (staffDescription === null) return 'exchange'
  return staffDescription === '' ? 'none' : 'own'
}

/** As staff edit it. */
export function shapeDescription({ description, staffDescription }: DescriptionTexts): ShownDescription {
  return {
    shown: descriptionSource({ staffDescription }),
    text: staffDescription ?? '',
    exchange_text: textOfDescription(description, { maxLength: maxDescriptionLength }),
  }
}
