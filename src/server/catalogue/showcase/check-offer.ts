import { formatKopecks } from '#shared/rules/money.ts'
import { fieldMessages } from '#shared/texts.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readGoods, type KnownGood } from './shared-queries-sellable.ts'
import type { OfferColumns, OfferPrice } from './queries-staff-offers.ts'

/** A good of an offer with its price at each price type. */
export type OfferedGood = { id: number; prices: { type: number; kopecks: number }[] }
type Checked = { offer: OfferColumns; goods: readonly OfferedGood[]; current: readonly OfferPrice[] }

/**
 * Throws the validation errors of an offer by field. Prices already in the offer are not checked again: 1C may have
 * lowered the list price since, and the title must stay editable.
 */
export async function checkOffer(db: Db, { offer, goods, current }: Checked): Promise<void> {
  if (offer.startsOn > offer.endsOn) {
    const message = fieldMessages.firstDayAfterLast
    throw new AppError('datePeriod', { message, fields: { ends: message } })
  }
  const known = await readGoods(db, { ids: goods.map(({ id }) => id) })
  const parents = goods.filter(({ id }) => known.get(id)?.hasVariants)
  if (parents.length > 0)
    throw new AppError('chooseVariant', {
      fields: Object.fromEntries(parents.map(({ id }) => [`goods.${id}`, 'У товара есть варианты: выберите их'])),
    })
  const fields = { ...checkHead(offer), ...checkGoods(goods, known, current) }
  throwIfInvalid(fields)
}

function checkHead({ title }: OfferColumns): Record<string, string> {
  return title === '' ? { title: fieldMessages.offerTitle } : {}
}

function checkGoods(
  goods: readonly OfferedGood[],
  known: Map<number, KnownGood>,
  current: readonly OfferPrice[],
): Record<string, string> {
  const unchanged = new Set(
    current.map(({ productId, priceTypeId, priceKopecks }) => `${productId}.${priceTypeId}.${priceKopecks}`),
  )
  const seen = new Set<number>()
  const found: [string, string][] = []
  for (const { id, prices } of goods) {
    const good = known.get(id)
    if (!good) found.push([`goods.${id}`, fieldMessages.goodMissing])
    else if (seen.has(id)) found.push([`goods.${id}`, fieldMessages.goodTwice])
    else if (prices.length === 0) found.push([`goods.${id}`, 'Укажите хотя бы одну цену'])
    else
      found.push(
        ...checkPrices(
          good,
          prices.filter(({ type, kopecks }) => !unchanged.has(`${id}.${type}.${kopecks}`)),
        ),
      )
    if (new Set(prices.map(({ type }) => type)).size < prices.length)
      found.push([`goods.${id}`, 'Одна цена на каждый вид цен'])
    seen.add(id)
  }
  return Object.fromEntries(found)
}

function checkPrices(good: KnownGood, prices: OfferedGood['prices']): [string, string][] {
  return prices.flatMap(({ type, kopecks }) => {
    const list = good.prices.find((each) => each.type === type)?.kopecks
    const reason = list === undefined ? 'По этому виду цен товар не продаётся' : priceError(kopecks, list)
    return reason === undefined ? [] : [[`goods.${good.id}.${type}`, reason]]
  })
}

function priceError(priceKopecks: number, listKopecks: number): string | undefined {
  if (priceKopecks <= 0) return 'Цена должна быть больше нуля'
  if (priceKopecks >= listKopecks) return `Цена акции должна быть ниже обычной: ${formatKopecks(listKopecks)} ₽`
  return undefined
}
