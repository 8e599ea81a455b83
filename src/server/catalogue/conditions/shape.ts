import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type {
  ConditionPreview,
  PriceCondition,
  previewPriceCondition,
} from '#shared/api/administration/price-conditions.ts'
import { dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { kopecks, roubles, roublesOrNull } from '#shared/rules/money.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import type { ConditionValues, Owner, StoredCondition } from './queries.ts'
import type { Preview } from './queries-preview.ts'

type OwnerInput = { contract?: number | undefined; price_type?: number | undefined }
type TermsInput = Omit<ParsedInputOf<typeof previewPriceCondition>, keyof OwnerInput>

/** Throws unless exactly one is named. */
export function parseOwner({ contract, price_type: priceType }: OwnerInput): Owner {
  if ((contract === undefined) === (priceType === undefined))
    throw new AppError('invalid', { fields: { contract: 'Укажите договор или тип цен' } })
  return { contractId: contract ?? null, priceTypeId: priceType ?? null }
}

/** Throws validation errors by field. */
export function parseTerms({
  kind,
  percent,
  price,
  target,
  target_id: targetId,
}: TermsInput): Omit<ConditionValues, 'startsOn' | 'endsOn'> {
  const fields: Record<string, string> = {}
  if (kind === 'discount' && percent === undefined) fields.percent = 'Укажите скидку'
  if (kind === 'fixed' && price === undefined) fields.price = 'Укажите цену'
  if (kind === 'discount' ? target === 'good' : target !== 'good')
    fields.target = 'Цена задаётся товару, скидка – категории, бренду или всем товарам'
  if (target !== 'all' && targetId === undefined) fields.target_id = 'Выберите, на что действует'
  throwIfInvalid(fields)
  const idOf = (each: typeof target) => (each === target ? (targetId ?? null) : null)
  return {
    discount: kind === 'discount' && percent !== undefined ? Math.round(percent * 100) : null,
    priceKopecks: kind === 'fixed' && price !== undefined ? kopecks(price) : null,
    categoryId: idOf('category'),
    brandId: idOf('brand'),
    productId: idOf('good'),
  }
}

export function shapeCondition({
  id,
  code1c,
  contractId,
  discount,
  priceKopecks,
  categoryId,
  brandId,
  productId,
  startsOn,
  endsOn,
  of,
  articul,
  author,
  setAt,
}: StoredCondition): PriceCondition {
  const targetId = categoryId ?? brandId ?? productId
  return {
    id,
    of_type: contractId === null,
    kind: discount === null ? 'fixed' : 'discount',
    percent: discount === null ? null : discount / 100,
    price: roublesOrNull(priceKopecks),
    target: productId !== null ? 'good' : categoryId !== null ? 'category' : brandId !== null ? 'brand' : 'all',
    target_id: targetId,
    header: of,
    articul,
    starts: formatDay(startsOn),
    ends: endsOn === null ? null : formatDay(endsOn),
    state: stateOf(startsOn, endsOn, dayOf(new Date())),
    from_1c: code1c !== null,
    author,
    set_at: setAt,
  }
}

export function shapePreview({ examples, ...counts }: Preview): ConditionPreview {
  return {
    ...counts,
    examples: examples.map(({ beforeKopecks, afterKopecks, lossKopecks, ...good }) => ({
      ...good,
      before: roubles(beforeKopecks),
      after: roubles(afterKopecks),
      loss: roublesOrNull(lossKopecks),
    })),
  }
}

function stateOf(startsOn: Day, endsOn: Day | null, today: Day): PriceCondition['state'] {
  if (startsOn > today) return 'coming'
  return endsOn !== null && endsOn < today ? 'over' : 'running'
}
