import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import { divideHalfUp, parseDecimal, parseMilli } from '../parse/decimal.ts'
import type { PriceOfOffer } from '../parse/items.ts'

export type PriceType = { currency: string; vatIncluded: boolean }

/**
 * Kopecks per base unit with VAT, by Ид of the price type; 0 = not sold. `netByType`: for prices with added VAT, the
 * exact price before VAT.
 */
export type PlannedPrices = { kopecksByType: Map<string, number>; netByType: Map<string, string>; rejects: string[] }

const roubleNames = new Set(['', 'р', 'руб', 'rub', 'rur', '643', '810', '₽', 'рубль', 'рубли', 'российский рубль'])

/**
 * Price per base unit = ЦенаЗаЕдиницу / Коэффициент, plus VAT if it is not included; exact, rounded half up to the
 * kopeck once. Prices in other currencies are rejected (product.md §9). Of several prices of a type the one with the
 * lowest minimum quantity counts, of those the one per base unit, otherwise the last.
 */
export function planPrices(
  prices: PriceOfOffer[],
  typeOf: (code: string) => PriceType | undefined,
  vat: VatRate,
): PlannedPrices {
  const kopecksByType = new Map<string, number>()
  const netByType = new Map<string, string>()
  const perBaseUnit = new Set<string>()
  const rejects: string[] = []
  for (const price of lowestQuantityPrices(prices)) {
    const type = typeOf(price.typeCode)
    if (price.typeCode === '') {
      rejects.push('У цены нет ИдТипаЦены')
      continue
    }
    if (perBaseUnit.has(price.typeCode) && !isPerBaseUnit(price)) continue
    const currency = price.currency || (type?.currency ?? '')
    if (!isRoubles(currency)) {
      rejects.push(`Цена в валюте ${currency} не продаётся`)
      if (!kopecksByType.has(price.typeCode)) kopecksByType.set(price.typeCode, 0)
      continue
    }
    const net = !(price.vatIncluded ?? type?.vatIncluded ?? true)
    const perUnit = toFraction(price)
    const kopecks = perUnit && kopecksOf(perUnit, net ? vatPercent(vat) : null)
    if (perUnit === undefined || kopecks === undefined) {
      rejects.push(
        `Неверная цена «${price.amount}»${price.coefficient === '' ? '' : ` с коэффициентом «${price.coefficient}»`}`,
      )
      continue
    }
    kopecksByType.set(price.typeCode, kopecks)
    if (net) netByType.set(price.typeCode, millionthsOf(perUnit))
    else netByType.delete(price.typeCode)
    if (isPerBaseUnit(price)) perBaseUnit.add(price.typeCode)
  }
  return { kopecksByType, netByType, rejects }
}

/** A price from ten pieces on is not the price of one. */
function lowestQuantityPrices(prices: PriceOfOffer[]): PriceOfOffer[] {
  const min = new Map<string, number>()
  for (const price of prices)
    min.set(price.typeCode, Math.min(min.get(price.typeCode) ?? Number.POSITIVE_INFINITY, minQuantity(price)))
  return prices.filter((price) => minQuantity(price) === min.get(price.typeCode))
}

function minQuantity({ from = '' }: PriceOfOffer): number {
  return Math.max(1000, parseMilli(from) ?? 0)
}

export function isRoubles(currency: string): boolean {
  return roubleNames.has(currency.trim().toLowerCase().replace(/\.$/, ''))
}

function isPerBaseUnit({ coefficient }: PriceOfOffer): boolean {
  const number = parseDecimal(coefficient === '' ? '1' : coefficient)
  return number !== undefined && number.digits === 10n ** BigInt(number.scale)
}

/** Kopecks per base unit, exact. */
type Fraction = { numerator: bigint; denominator: bigint }

function toFraction({ amount, coefficient }: PriceOfOffer): Fraction | undefined {
  const price = parseDecimal(amount)
  const units = parseDecimal(coefficient === '' ? '1' : coefficient)
  if (price === undefined || units === undefined || price.digits < 0n || units.digits <= 0n) return undefined
  return {
    numerator: price.digits * 10n ** BigInt(units.scale) * 100n,
    denominator: units.digits * 10n ** BigInt(price.scale),
  }
}

/** `addedPercent`: VAT to add; null = included, or none. */
function kopecksOf({ numerator, denominator }: Fraction, addedPercent: number | null): number | undefined {
  const kopecks = Number(divideHalfUp(numerator * BigInt(100 + (addedPercent ?? 0)), denominator * 100n))
  return Number.isSafeInteger(kopecks) && kopecks < 1e13 ? kopecks : undefined
}

/** '8200.5': a decimal with at most six places and no trailing zeros, so that equal prices have equal text. */
function millionthsOf({ numerator, denominator }: Fraction): string {
  const digits = String(divideHalfUp(numerator * 1_000_000n, denominator)).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}
