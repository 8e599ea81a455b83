import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import { divideHalfUp, parseDecimal } from '../parse/decimal.ts'
import type { PriceOfOffer } from '../parse/items.ts'

export type PriceType = { currency: string; vatIncluded: boolean }

/** Kopecks per base unit with VAT by price type's Ид; 0 = not sold at it. */
export type PlannedPrices = { kopecksByType: Map<string, number>; rejects: string[] }

const roubleNames = new Set(['', 'руб', 'rub', 'rur', '643', '810', '₽', 'рубль', 'рубли', 'российский рубль'])

/**
 * Price per base unit = ЦенаЗаЕдиницу / Коэффициент, grossed up where the price type (or the price) says that VAT is
 * not in it; exact, rounded half up to the kopeck once. Other currencies are not sold and logged (product.md §9).
 * Of several prices of one type the one per base unit wins, else the last.
 */
export function planPrices(prices: PriceOfOffer[], typeOf: (code: string) => PriceType | undefined, vat: VatRate): PlannedPrices {
  const kopecksByType = new Map<string, number>()
  const perBaseUnit = new Set<string>()
  const rejects: string[] = []
  for (const price of prices) {
    const type = typeOf(price.typeCode)
    if (price.typeCode === '') {
      rejects.push('У цены нет ИдТипаЦены')
      continue
    }
    if (perBaseUnit.has(price.typeCode) && !isPerBaseUnit(price)) continue
    const currency = price.currency || (type?.currency ?? '')
    if (!isRoubles(currency)) {
      rejects.push(`Цена в валюте ${currency} не продаётся`)
      kopecksByType.set(price.typeCode, 0)
      continue
    }
    const kopecks = kopecksPerUnit(price, (price.vatIncluded ?? type?.vatIncluded ?? true) ? null : vatPercent(vat))
    if (kopecks === undefined) {
      rejects.push(`Неверная цена «${price.amount}»${price.coefficient === '' ? '' : ` с коэффициентом «${price.coefficient}»`}`)
      continue
    }
    kopecksByType.set(price.typeCode, kopecks)
    if (isPerBaseUnit(price)) perBaseUnit.add(price.typeCode)
  }
  return { kopecksByType, rejects }
}

export function isRoubles(currency: string): boolean {
  return roubleNames.has(currency.trim().toLowerCase().replace(/\.$/, ''))
}

function isPerBaseUnit({ coefficient }: PriceOfOffer): boolean {
  const number = parseDecimal(coefficient === '' ? '1' : coefficient)
  return number !== undefined && number.digits === 10n ** BigInt(number.scale)
}

/** `addedPercent`: VAT to put on top; null = it is in the price already, or there is none. */
function kopecksPerUnit({ amount, coefficient }: PriceOfOffer, addedPercent: number | null): number | undefined {
  const price = parseDecimal(amount)
  const units = parseDecimal(coefficient === '' ? '1' : coefficient)
  if (price === undefined || units === undefined || price.digits < 0n || units.digits <= 0n) return undefined
  const numerator = price.digits * 10n ** BigInt(units.scale) * 100n * BigInt(100 + (addedPercent ?? 0))
  const kopecks = Number(divideHalfUp(numerator, units.digits * 10n ** BigInt(price.scale) * 100n))
  return Number.isSafeInteger(kopecks) && kopecks < 1e13 ? kopecks : undefined
}
