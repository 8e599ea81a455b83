import type { ForeignCurrency } from '#shared/rules/prices/currencies.ts'
import { parseCurrency } from '#shared/rules/prices/currency-spellings.ts'
import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import { divideHalfUp, parseDecimal, parseMilli } from '../parse/decimal.ts'
import type { PriceOfOffer } from '../parse/items.ts'

export type PriceType = { currency: string; vatIncluded: boolean }

/** Exact hundredths of a currency per base unit; `net`: VAT is to be added. */
export type PlannedForeignPrice = { currency: ForeignCurrency; hundredths: string; net: boolean }

/**
 * Kopecks per base unit with VAT, by Ид of the price type; 0 = not sold. `netByType`: for prices with added VAT, the
 * exact price before VAT. `foreignByType`: prices in other currencies, of types without a price in roubles.
 */
export type PlannedPrices = {
  kopecksByType: Map<string, number>
  netByType: Map<string, string>
  foreignByType: Map<string, PlannedForeignPrice>
  rejects: string[]
}

/**
 * Price per base unit = ЦенаЗаЕдиницу / Коэффициент, plus VAT if it is not included; exact, rounded half up to the
 * kopeck once. Prices in other currencies stay in them until their rate is known (product.md §9). Of several prices of
 * a type the one with the lowest minimum quantity counts, of those the one per base unit, otherwise the last.
 */
export function planPrices(
  prices: PriceOfOffer[],
  typeOf: (code: string) => PriceType | undefined,
  vat: VatRate,
): PlannedPrices {
  const planned: PlannedPrices = {
    kopecksByType: new Map(),
    netByType: new Map(),
    foreignByType: new Map(),
    rejects: [],
  }
  const perBaseUnit = new Set<string>()
  for (const price of lowestQuantityPrices(prices)) {
    const type = typeOf(price.typeCode)
    if (price.typeCode === '') {
      planned.rejects.push('У цены нет ИдТипаЦены')
      continue
    }
    const sentCurrency = price.currency || (type?.currency ?? '')
    const currency = parseCurrency(sentCurrency)
    const key = `${price.typeCode} ${currency ?? ''}`
    if (perBaseUnit.has(key) && !isPerBaseUnit(price)) continue
    const net = !(price.vatIncluded ?? type?.vatIncluded ?? true)
    const reason = planPrice(planned, price, { currency, sentCurrency, net, vat })
    if (reason !== undefined) planned.rejects.push(reason)
    else if (isPerBaseUnit(price)) perBaseUnit.add(key)
  }
  // A price in roubles wins.
  for (const typeCode of planned.foreignByType.keys())
    if ((planned.kopecksByType.get(typeCode) ?? 0) > 0) planned.foreignByType.delete(typeCode)
    else planned.kopecksByType.delete(typeCode)
  return planned
}

type Terms = { currency: ForeignCurrency | 'RUB' | undefined; sentCurrency: string; net: boolean; vat: VatRate }

/** Adds a price, or returns the reason why it is rejected. */
function planPrice(
  { kopecksByType, netByType, foreignByType }: PlannedPrices,
  price: PriceOfOffer,
  { currency, sentCurrency, net, vat }: Terms,
): string | undefined {
  const { typeCode, amount, coefficient } = price
  if (currency === undefined) {
    if (!kopecksByType.has(typeCode)) kopecksByType.set(typeCode, 0)
    return `Цена в валюте ${sentCurrency} не продаётся`
  }
  const inRoubles = currency === 'RUB'
  const perUnit = toFraction(price)
  const kopecks = perUnit && kopecksOf(perUnit, net && inRoubles ? vatPercent(vat) : null)
  if (perUnit === undefined || kopecks === undefined)
    return `Неверная цена «${amount}»${coefficient === '' ? '' : ` с коэффициентом «${coefficient}»`}`
  const exact = millionthsOf(perUnit)
  if (!inRoubles && Number(exact) > 0) foreignByType.set(typeCode, { currency, hundredths: exact, net })
  else if (inRoubles || !kopecksByType.has(typeCode)) kopecksByType.set(typeCode, kopecks)
  if (!inRoubles) return undefined
  if (net) netByType.set(typeCode, exact)
  else netByType.delete(typeCode)
  return undefined
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
