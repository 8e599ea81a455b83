import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveOffer, SellableGood } from '#shared/api/staff/offers.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { fieldMessages } from '#shared/texts.ts'
import { price } from '#web/ui/format.ts'
import { parseRoublesText } from '#web/ui/forms/roubles-text.ts'
import type { OpenOffer } from './use-offers.ts'

/** Form values; prices as typed, by price type. */
export type DraftGood = SellableGood & { priceTexts: Readonly<Record<number, string>> }
export type OfferDraft = {
  title: string
  text: string
  starts: string | undefined
  ends: string | undefined
  position: string
  active: boolean
  goods: readonly DraftGood[]
}

export type FieldErrors = Readonly<Record<string, string>>
type OfferInput = InputOf<typeof saveOffer>

export const emptyDraft: OfferDraft = {
  title: '',
  text: '',
  starts: undefined,
  ends: undefined,
  position: '',
  active: true,
  goods: [],
}

export function draftOf({ title, text, starts, ends, position, active, goods }: OpenOffer): OfferDraft {
  const priceTextsOf = (offer: OpenOffer['goods'][number]['offer']) =>
    Object.fromEntries(offer.map((each) => [each.type, price(each.price)]))
  return {
    title,
    text,
    starts,
    ends,
    position: position === 0 ? '' : String(position),
    active,
    goods: goods.map(({ offer, ...good }) => ({ ...good, priceTexts: priceTextsOf(offer) })),
  }
}

/** Input of the call, or field errors by the server's field names. */
export function offerInputOf({
  title,
  text,
  starts,
  ends,
  position,
  active,
  goods,
}: OfferDraft): { input: OfferInput } | { fields: FieldErrors } {
  const fields: Record<string, string> = {}
  if (title.trim() === '') fields.title = fieldMessages.offerTitle
  if (starts === undefined) fields.starts = 'Укажите первый день'
  if (ends === undefined) fields.ends = 'Укажите последний день'
  if (!/^\d{0,6}$/.test(position.trim())) fields.position = 'Целое число'
  const goodsWithPrices = goods.map(({ id, priceTexts }) => {
    const prices = Object.entries(priceTexts).flatMap(([type, priceText]) => {
      const amount = parseRoublesText(priceText)
      if (amount === undefined) fields[`goods.${id}.${type}`] = 'Цена в рублях, например 1 250,50'
      return amount === undefined || amount === null ? [] : [{ type: Number(type), price: amount }]
    })
    return { id, prices }
  })
  if (Object.keys(fields).length > 0 || starts === undefined || ends === undefined) return { fields }
  return {
    input: {
      title: title.trim(),
      text: text.trim(),
      starts,
      ends,
      position: Number(position),
      active,
      goods: goodsWithPrices,
    },
  }
}

/** Fills empty prices with the list price reduced by a percentage. */
export function withDiscount(goods: readonly DraftGood[], percent: number, types: ReadonlySet<number>): DraftGood[] {
  return goods.map((good) => {
    const filled = good.prices
      .filter(({ type }) => types.has(type) && (good.priceTexts[type] ?? '').trim() === '')
      .map(({ type, price: list }) => [type, price(discounted(list, percent))])
    return { ...good, priceTexts: { ...good.priceTexts, ...Object.fromEntries(filled) } }
  })
}

const discounted = (listPrice: number, percent: number) =>
  roubles(Math.round((kopecks(listPrice) * (100 - percent)) / 100))
