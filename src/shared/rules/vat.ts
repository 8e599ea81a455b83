/** Stored rate of a good: the general one by name, because the law may change it; 'none' = без НДС. */
export const vatRates = ['general', '10', '7', '5', '0', 'none'] as const
export type VatRate = (typeof vatRates)[number]

/**
 * Rates at which our organisation sells: those of its goods, or, on the simplified system, one rate for everything or
 * без НДС.
 */
export const sellerVats = ['goods', '7', '5', 'none'] as const
export type SellerVat = (typeof sellerVats)[number]

/** The rate at which a seller sells goods of a rate. */
export function rateOfSeller(seller: SellerVat, rate: VatRate): VatRate {
  return seller === 'goods' ? rate : seller
}

/** The general rate since 2026-01-01 (425-ФЗ), in whole per cent. */
export const generalVatPercent = 22

/** Whole per cent of a stored rate; null = без НДС. */
export function vatPercent(rate: VatRate): number | null {
  if (rate === 'none') return null
  return rate === 'general' ? generalVatPercent : Number(rate)
}

export const includedVatTitle = 'В том числе НДС'

/** 'в том числе НДС 22 %', without the rate where a sum has several. */
export const includedVatText = (percent?: number): string =>
  percent === undefined ? 'в том числе НДС' : `в том числе НДС\u00A0${percent}\u00A0%`
