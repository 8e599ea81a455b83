import type { PriceCondition } from '#shared/api/administration/price-conditions.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { formatRoublesText, parseRoublesText } from '#web/ui/forms/roubles-text.ts'
import type { PreviewInput } from './use-price-conditions.ts'

export type ConditionDraft = {
  kind: 'discount' | 'fixed'
  percent: string
  price: string
  /** Of a discount; a fixed price is of a good. */
  target: 'all' | 'category' | 'brand'
  picked: { id: number; header: string } | null
  starts: string | undefined
  ends: string | undefined
}
export type ConditionErrors = Partial<Record<'percent' | 'price' | 'target_id' | 'starts' | 'ends', string>>

export function draftOf(condition: PriceCondition | undefined): ConditionDraft {
  if (condition === undefined)
    return {
      kind: 'discount',
      percent: '',
      price: '',
      target: 'category',
      picked: null,
      starts: formatDay(dayOf(new Date())),
      ends: undefined,
    }
  const { kind, percent, price, target, target_id: id, header, starts, ends } = condition
  return {
    kind,
    percent: percent === null ? '' : String(percent).replace('.', ','),
    price: formatRoublesText(price),
    target: target === 'good' ? 'category' : target,
    picked: id === null ? null : { id, header: header ?? '' },
    starts,
    ends: ends ?? undefined,
  }
}

/** What the picker searches; undefined: nothing is to be picked. */
export function pickedTarget({ kind, target }: ConditionDraft): 'category' | 'brand' | 'good' | undefined {
  if (kind === 'fixed') return 'good'
  return target === 'all' ? undefined : target
}

/** '7,5' → 7.5; undefined: not a discount. */
export function parsePercent(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0%]/g, '').replace(',', '.')
  const percent = Number(plain)
  return /^\d{1,2}(\.\d{1,2})?$/.test(plain) && percent > 0 ? percent : undefined
}

export function conditionErrors(draft: ConditionDraft): ConditionErrors {
  const { kind, percent, price, picked, starts } = draft
  return {
    ...(kind === 'discount' && parsePercent(percent) === undefined ? { percent: 'От 0,01 до 99,99 %' } : {}),
    ...(kind === 'fixed' && !parseRoublesText(price) ? { price: 'Укажите цену товара в рублях' } : {}),
    ...(pickedTarget(draft) !== undefined && picked === null ? { target_id: 'Выберите из найденного' } : {}),
    ...(starts === undefined ? { starts: 'Укажите первый день' } : {}),
  }
}

/** What the preview depends on; undefined: not yet known. */
export function previewInputOf(draft: ConditionDraft): PreviewInput | undefined {
  const { kind, picked, target } = draft
  const { percent, price, target_id: unpicked } = conditionErrors(draft)
  if (percent !== undefined || price !== undefined || unpicked !== undefined) return undefined
  return {
    kind,
    target: kind === 'fixed' ? 'good' : target,
    ...(picked && pickedTarget(draft) ? { target_id: picked.id } : {}),
    ...(kind === 'discount' ? { percent: parsePercent(draft.percent) } : { price: parseRoublesText(draft.price) ?? 0 }),
  }
}
