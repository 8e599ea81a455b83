import type { ReplyOf } from '#shared/api/endpoint.ts'
import type {
  BreakPreview,
  BreakTarget,
  StaffPriceBreak,
  staffPriceBreaks,
} from '#shared/api/staff/pricing/price-breaks.ts'
import { kopecks, milli, roubles, roublesOrNull, units } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { BreakValues, Owner, StoredBreak } from './queries-staff.ts'
import type { Preview, StaffBreaks } from './staff-breaks.ts'

type OwnerInput = { contract?: number | undefined; price_type?: number | undefined }

/** One of the two. */
export function parseOwner({ contract, price_type }: OwnerInput): Owner {
  if ((contract === undefined) === (price_type === undefined)) throw new AppError('notFound')
  return { contractId: contract ?? null, priceTypeId: price_type ?? null }
}

type TermsInput = {
  target: BreakTarget
  target_id?: number | undefined
  by: 'quantity' | 'sum'
  from: number
  price?: number | undefined
  percent?: number | undefined
}

export function parseTerms({ target, target_id, by, from, price, percent }: TermsInput): BreakValues {
  if (target !== 'all' && target_id === undefined)
    throw new AppError('invalid', { fields: { target_id: 'Выберите из списка' } })
  if (by === 'sum' && Number(from.toFixed(2)) !== from)
    throw new AppError('invalid', { fields: { from: 'Сумма – рубли и копейки' } })
  return {
    productId: target === 'good' ? (target_id ?? null) : null,
    categoryId: target === 'category' ? (target_id ?? null) : null,
    brandId: target === 'brand' ? (target_id ?? null) : null,
    leastQuantityMilli: by === 'quantity' ? milli(from) : null,
    leastSumKopecks: by === 'sum' ? kopecks(from) : null,
    priceKopecks: price === undefined ? null : kopecks(price),
    percentHundredths: percent === undefined ? null : Math.round(percent * 100),
  }
}

export function shapeStaffBreaks({
  owner,
  breaks,
  total,
}: StaffBreaks): Omit<ReplyOf<typeof staffPriceBreaks>, 'status'> {
  return { header: owner.header, customer: owner.organisationId, items: breaks.map(shapeStaffBreak), total }
}

export function shapeBreakPreview({ cheaper, losses, examples }: Preview): BreakPreview {
  return {
    cheaper,
    losses,
    examples: examples.map(({ id, articul, header, beforeKopecks, afterKopecks, lossKopecks }) => ({
      id,
      articul,
      header,
      before: roubles(beforeKopecks),
      after: roubles(afterKopecks),
      loss: roublesOrNull(lossKopecks),
    })),
  }
}

function shapeStaffBreak(stored: StoredBreak): StaffPriceBreak {
  const { id, code1c, priceTypeId, productId, categoryId, brandId, header, articul, unit } = stored
  const { leastQuantityMilli, leastSumKopecks, priceKopecks, percentHundredths } = stored
  return {
    id,
    of_type: priceTypeId !== null,
    target: productId !== null ? 'good' : categoryId !== null ? 'category' : brandId !== null ? 'brand' : 'all',
    target_id: productId ?? categoryId ?? brandId,
    header,
    articul,
    unit,
    by: leastQuantityMilli === null ? 'sum' : 'quantity',
    from: leastQuantityMilli === null ? roubles(leastSumKopecks ?? 0) : units(leastQuantityMilli),
    price: roublesOrNull(priceKopecks),
    percent: percentHundredths === null ? null : percentHundredths / 100,
    from_1c: code1c !== null,
  }
}
