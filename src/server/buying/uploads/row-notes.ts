import type { RowDoubt } from '#shared/api/uploads.ts'
import { isFormulaText } from '#shared/rules/formula-text.ts'
import { plural } from '#shared/rules/plural.ts'
import { proposalNote } from '#shared/messages.ts'
import { isNegativeQuantity, isPackUnit, proposeQuantity, unitMultiplier } from '#shared/rules/quantity-text.ts'
import { groupTotal } from './group-totals.ts'
import { isOtherBrand } from './matching/brands.ts'
import type { RowEvidence } from './matching/doubts.ts'
import type { Texts } from './matching/match.ts'
import type { SoldGood } from './shared-queries.ts'

/** Texts as in the file. */
export type RawTexts = { code: string; name: string; quantity: string }

export function variantNote(count: number): string {
  return `${count} ${plural(count, ['вариант', 'варианта', 'вариантов'])}: выберите`
}

export const similarNote = proposalNote('similar')

const doubtNotes: Record<RowDoubt, string> = {
  name: proposalNote('name'),
  brand: proposalNote('brand'),
  code: 'В файле коды разных товаров: проверьте товар',
  price: 'Цена в файле совсем другая',
  unit: 'Другая единица измерения',
  size: 'В файле другой размер',
  similar: similarNote,
  cancelled: 'В файле пометка',
  columns: '',
}

type DoubtContext = {
  evidence?: RowEvidence
  goods: readonly SoldGood[]
  texts: Pick<Texts, 'brand' | 'size'>
  /** A note in the row that contradicts the good. */
  contradicting: string | undefined
  mayBeSwapped?: boolean
}

export function doubtNote(
  { evidence, goods, texts, contradicting, mayBeSwapped }: DoubtContext,
  doubt: RowDoubt,
): string {
  const [good] = goods
  if (doubt === 'brand' && good && isOtherBrand(texts.brand, good)) return `${doubtNotes.brand}: ${texts.brand}`
  if (doubt === 'brand' && good?.brand) return proposalNote(doubt, good.brand)
  if (doubt === 'code' && mayBeSwapped === true) return 'Заголовков нет: проверьте, где артикул, а где количество'
  const unit = evidence?.unit || evidence?.headingUnit
  if (doubt === 'unit' && unit) return `${doubtNotes.unit}: в файле ${unit}`
  if (doubt === 'cancelled' && evidence?.cancelRemark === groupTotal) return 'Похоже на итог группы: заказать?'
  if (doubt === 'cancelled' && evidence) return `${doubtNotes.cancelled} «${evidence.cancelRemark}»: заказать?`
  if (doubt === 'size' && contradicting !== undefined && contradicting !== texts.size)
    return `${doubtNotes.cancelled} «${contradicting}»: проверьте товар`
  if (doubt === 'price' && evidence) return `${doubtNotes.price}: ${evidence.price}`
  return doubtNotes[doubt]
}

export function notFoundNote({ code, name }: RawTexts, similar: number): string {
  if (code === '' && name === '') return 'В строке нет ни артикула, ни названия'
  if (isFormulaText(code || name)) return 'Формула вместо артикула'
  return similar > 0 ? 'Не найден, есть похожие' : 'Нет такого товара по вашему договору'
}

export function badQuantityNote(text: string): string {
  if (text === '') return 'Укажите количество'
  if (isFormulaText(text)) return 'Формула вместо числа'
  if (isNegativeQuantity(text)) return `Отрицательное количество: «${text}»`
  if (isPackUnit(/\d\s*(\p{L}+)/u.exec(text)?.[1] ?? ''))
    return `В упаковках: «${text}». Укажите количество в единицах товара`
  const isInWords = /\p{L}{3}|^[~≈±<>≥≤]/u.test(text) && proposeQuantity(text) !== undefined
  if (isInWords || unitMultiplier(text.replace(/^[\d\s.,]+/, '')) !== 1) return `Уточните количество: «${text}»`
  return /^[\d\s]{10,}$/.test(text) ? 'Слишком большое число' : `Не число: «${text}»`
}
