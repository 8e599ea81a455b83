import type { BreakTarget, StaffPriceBreak } from '#shared/api/staff/pricing/price-breaks.ts'
import { money, quantityWithUnit, quantity } from '#web/ui/format.ts'

export type BreakDraft = {
  target: BreakTarget
  chosen: { id: number; header: string } | undefined
  by: 'quantity' | 'sum'
  from: string
  benefit: 'percent' | 'price'
  value: string
}

export type BreakErrors = Partial<Record<'target_id' | 'from' | 'value', string>>

export const newDraft: BreakDraft = {
  target: 'good',
  chosen: undefined,
  by: 'quantity',
  from: '',
  benefit: 'price',
  value: '',
}

export function draftOf({ target, target_id, header, by, from, price, percent }: StaffPriceBreak): BreakDraft {
  return {
    target,
    chosen: target_id === null ? undefined : { id: target_id, header: header ?? '' },
    by,
    from: typed(from),
    benefit: price === null ? 'percent' : 'price',
    value: typed(price ?? percent ?? 0),
  }
}

/** Only a good has a price of its own. */
export function withTarget(draft: BreakDraft, target: BreakTarget): BreakDraft {
  return { ...draft, target, chosen: undefined, benefit: target === 'good' ? draft.benefit : 'percent' }
}

export function breakErrors({ target, chosen, from, benefit, value }: BreakDraft): BreakErrors {
  return {
    ...(target !== 'all' && chosen === undefined ? { target_id: 'Выберите из найденного' } : {}),
    ...(from.trim() === '' ? { from: 'Укажите, с какого порога' } : {}),
    ...(value.trim() === '' ? { value: benefit === 'price' ? 'Укажите цену' : 'Укажите скидку' } : {}),
  }
}

/** As the calls take it; numbers as typed, the server reads them. */
export function termsOf({ target, chosen, by, from, benefit, value }: BreakDraft) {
  return {
    target,
    ...(chosen && target !== 'all' ? { target_id: chosen.id } : {}),
    by,
    from,
    ...(benefit === 'price' ? { price: value } : { percent: value }),
  }
}

/** 'от 10 шт', 'от 50 000 ₽ в корзине' */
export function thresholdText({ by, from, unit }: StaffPriceBreak): string {
  return by === 'sum'
    ? `от ${money(from)} в корзине`
    : `от ${unit === null ? quantity(from) : quantityWithUnit(from, unit)}`
}

export function benefitText({ price, percent }: StaffPriceBreak): string {
  return price === null ? `−${quantity(percent ?? 0)}\u00A0%` : money(price)
}

const targetNames: Record<BreakTarget, string> = { all: 'Все товары', category: 'Категория', brand: 'Бренд', good: '' }

/** 'Категория Дрели', 'DX-1 Дрель' */
export function targetText({ target, header, articul }: StaffPriceBreak): string {
  return [targetNames[target], articul, header].filter(Boolean).join(' ')
}

const typed = (value: number) => String(value).replace('.', ',')
