import { uploadFieldLabels, type BriefGoods, type UploadField } from '#shared/api/uploads.ts'
import { listNumbers } from '#shared/rules/list-text.ts'
import { formatMilli, milli, units } from '#shared/rules/money.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { multipleOf } from '#shared/rules/step.ts'
import { stepRule } from '#web/parts/goods/quantity-rule.ts'
import { withCount, quantityWithUnit, quantity } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/Tag.tsx'
import { unavailableText } from '#web/parts/goods/goods-rows.ts'
import type { CartMode } from '../additions.ts'
import { additionMilli, resultingMilli, proposedMilli, type ReviewRow } from './review-rows.ts'

const states = {
  notFound: { tone: 'bad', label: 'Не найден' },
  badQty: { tone: 'bad', label: 'Количество?' },
  check: { tone: 'warn', label: 'Проверьте' },
  ambiguous: { tone: 'warn', label: 'Неоднозначно' },
  out: { tone: 'warn', label: 'Нет в наличии' },
  capped: { tone: 'info', label: 'Не хватает' },
  rounded: { tone: 'info', label: 'Округлено' },
  duplicate: { tone: 'info', label: 'Сложено' },
  ok: { tone: 'ok', label: 'Найден' },
} as const satisfies Record<ReviewRow['status'], { tone: Tone; label: string }>

/** State of a row for its tag. */
export function stateText({ skipped, edited, status, goods }: ReviewRow): { tone?: Tone; label: string } {
  if (skipped) return { label: 'Исключён' }
  if (status === 'out' && goods?.below_step) return { tone: states.out.tone, label: states.capped.label }
  return edited && status === 'ok' ? { tone: 'ok', label: 'Исправлен' } : states[status]
}

const maxNamed = 5

/** Result of a row, or what remains to be decided. */
export function resultText(row: ReviewRow): string {
  const { skipped, status, requested, proposed, accepted, goods, analogue, rows, note } = row
  if (skipped) return 'Не войдёт в корзину'
  const summed = rows.length > 1 ? `строки ${listNumbers(rows, maxNamed)}` : ''
  if (status === 'notFound') return note
  if (status === 'check' && requested === null && proposed !== null) return `${note}. ${proposalText(row)}`
  if (status === 'badQty' || status === 'check') return note
  if (status === 'out')
    return [goods?.below_step ? belowStepText(goods) : '', analogue ? '' : 'Замены нет'].filter(Boolean).join('. ')
  if (status === 'ambiguous' || goods === null || requested === null) return summed
  if (status === 'rounded')
    return [`${quantity(requested)} → ${quantity(accepted)}, ${stepText(stepRule(goods))}`, summed]
      .filter(Boolean)
      .join('; ')
  if (status === 'capped')
    return [`${quantity(requested)} → ${quantityWithUnit(accepted, goods.unit)}, больше нет`, summed]
      .filter(Boolean)
      .join('; ')
  return summed
}

/**
 * 'Взять 10: кратность 10': result of accepting the proposed quantity, or why nothing can be ordered; '' without a
 * proposal.
 */
export function proposalText(row: ReviewRow): string {
  const { goods, proposed } = row
  const quantityMilli = proposedMilli(row)
  if (goods === null || proposed === null || quantityMilli === undefined) return ''
  if (quantityMilli === 0) return unavailableText(goods)
  const action = `Взять ${quantity(units(quantityMilli))}`
  if (units(quantityMilli) === proposed) return action
  return units(quantityMilli) > proposed ? `${action}: ${stepText(stepRule(goods))}` : `${action}: больше нет`
}

/** 'Остаток меньше кратности 100' */
function belowStepText(goods: BriefGoods): string {
  return `${unavailableText(goods)} ${formatMilli(multipleOf(stepRule(goods)))}`
}

/** 'тот же товар выше, войдёт 5 шт; в корзине 3, станет 13', if rows share the good or the basket already has it. */
export function outcomeText(row: ReviewRow, mode: CartMode): string {
  if (row.goods === null || row.skipped || row.status === 'check') return ''
  return [sharedText(row, row.goods, mode), basketText(row.goods, resultingMilli(row, mode))].filter(Boolean).join('; ')
}

function sharedText(row: ReviewRow, { unit }: BriefGoods, mode: CartMode): string {
  if (row.earlierMilli === 0) return ''
  const quantityMilli = additionMilli(row, mode)
  if (quantityMilli === milli(row.accepted)) return 'тот же товар выше'
  return quantityMilli === 0
    ? 'тот же товар выше, больше нет'
    : `тот же товар выше, войдёт ${quantityWithUnit(units(quantityMilli), unit)}`
}

/** The same for a good with this resulting quantity in the basket. */
export function basketText(
  { in_basket, unit }: Pick<BriefGoods, 'in_basket' | 'unit'>,
  resultingMilli: number,
): string {
  if (in_basket === 0) return ''
  const outcome = units(resultingMilli)
  return outcome === in_basket
    ? `в корзине уже ${quantityWithUnit(in_basket, unit)}`
    : `в корзине ${quantity(in_basket)}, станет ${quantityWithUnit(outcome, unit)}`
}

/** Difference between a proposed good and the file: 'нет: 18в, синий; есть: 12в'. */
export function differenceText({ lacks, has }: { lacks: readonly string[]; has: readonly string[] }): string {
  return [lacks.length > 0 && `в файле ещё: ${lacks.join(', ')}`, has.length > 0 && `у товара: ${has.join(', ')}`]
    .filter(Boolean)
    .join('; ')
}

/** Whether all of them are variants of one product. */
export function areVariants([first, ...others]: readonly BriefGoods[]): boolean {
  return first !== undefined && first.parent !== null && others.every(({ parent }) => parent === first.parent)
}

/** What distinguishes a variant from the others of its product: '44-46, 170-176', the end of its name. */
export function variantLabel({ header, articul }: BriefGoods): string {
  return /\(([^()]*)\)$/.exec(header)?.[1] ?? (articul || header)
}

/** '3 товара с таким артикулом', 'Ботинки «Трейл»: 10 размеров: выберите', for a row that matches several goods. */
export function candidatesText({ candidates, matchedBy }: Pick<ReviewRow, 'candidates' | 'matchedBy'>): string {
  const [first] = candidates
  if (first && areVariants(candidates)) {
    const areSizes = candidates.every((each) => /^(?:\d|\d?X*[SML](?:\W|$))/.test(variantLabel(each)))
    const forms = areSizes
      ? (['размер', 'размера', 'размеров'] as const)
      : (['вариант', 'варианта', 'вариантов'] as const)
    return `${first.header.replace(/\s*\([^()]*\)$/, '')}: ${withCount(candidates.length, forms)}, выберите`
  }
  const codeNames = {
    articul: 'артикулом',
    barcode: 'штрихкодом',
    code1c: 'кодом',
    clientCode: 'кодом',
    name: 'названием',
  } as const
  return `${withCount(candidates.length, ['товар', 'товара', 'товаров'])} с таким ${codeNames[matchedBy ?? 'articul']}`
}

/** Name of a column in a spreadsheet: 'A', 'Z', 'AA'. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

export function fieldText(field: UploadField): string {
  return uploadFieldLabels[field]
}
