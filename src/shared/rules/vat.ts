/** Rate of a good as stored: the general one by name, so that the law may change it; 'none' = без НДС. */
export const vatRates = ['general', '10', '7', '5', '0', 'none'] as const
export type VatRate = (typeof vatRates)[number]

/**
 * How an organisation of ours sells: at the rates of its goods, or, on the simplified system, everything at one rate or
 * without VAT.
 */
export const sellerVats = ['goods', '7', '5', 'none'] as const
export type SellerVat = (typeof sellerVats)[number]

/** The rate at which a seller sells what has that rate of its own. */
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
