import { uploadFieldLabels, type UploadField } from '#shared/api/uploads.ts'
import { counted, measured, quantity } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/Tag.tsx'
import type { ReviewRow } from './review-rows.ts'

const states = {
  notFound: { tone: 'bad', label: 'Не найден' },
  badQty: { tone: 'bad', label: 'Количество?' },
  ambiguous: { tone: 'warn', label: 'Неоднозначно' },
  out: { tone: 'warn', label: 'Нет в наличии' },
  capped: { tone: 'info', label: 'Не хватает' },
  rounded: { tone: 'info', label: 'Округлено' },
  duplicate: { tone: 'info', label: 'Сложено' },
  ok: { tone: 'ok', label: 'Найден' },
} as const satisfies Record<ReviewRow['status'], { tone: Tone; label: string }>

/** The state of a row as its tag says it. */
export function stateWords({ left, mended, status }: ReviewRow): { tone?: Tone; label: string } {
  if (left) return { label: 'Исключён' }
  return mended && status === 'ok' ? { tone: 'ok', label: 'Исправлен' } : states[status]
}

/** What was done with a row, or what is still to be done. */
export function doneWords(row: ReviewRow): string {
  const { left, status, requested, accepted, goods, candidates, analogue, rows, note } = row
  if (left) return 'Не войдёт в корзину'
  const summed = rows.length > 1 ? `строки ${listed(rows)}` : ''
  if (status === 'notFound') return candidates.length > 0 ? `Похоже: ${candidates.map(({ articul, header }) => articul || header).join(', ')}` : note
  if (status === 'badQty') return note
  if (status === 'out') return analogue ? '' : 'Замены нет'
  if (status === 'ambiguous' || goods === null || requested === null) return summed
  if (status === 'rounded') return [`${quantity(requested)} → ${quantity(accepted)}, кратность ${quantity(goods.decimals === 2 ? 0.01 : goods.step)}`, summed].filter(Boolean).join('; ')
  if (status === 'capped') return [`${quantity(requested)} → ${measured(accepted, goods.unit)}, больше нет`, summed].filter(Boolean).join('; ')
  return summed
}

/** '3 товара с таким артикулом', for a row that several goods fit. */
export function fittingWords({ candidates, matchedBy }: ReviewRow): string {
  const called = { articul: 'артикулом', barcode: 'штрихкодом', code1c: 'кодом', clientCode: 'кодом', name: 'названием' } as const
  return `${counted(candidates.length, ['товар', 'товара', 'товаров'])} с таким ${called[matchedBy ?? 'articul']}`
}

/** A column as a spreadsheet calls it: 'A', 'Z', 'AA'. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

export function fieldWords(field: UploadField): string {
  return uploadFieldLabels[field]
}

const mostRows = 6

function listed(rows: readonly number[]): string {
  const shown = rows.slice(0, rows.length > mostRows ? mostRows - 1 : mostRows)
  if (shown.length < rows.length) return `${shown.join(', ')} и ещё ${rows.length - shown.length}`
  return `${shown.slice(0, -1).join(', ')} и ${shown.at(-1)}`
}
