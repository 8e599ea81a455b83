/** Kopecks. */
type CreditTerms = {
  payment: string
  creditLimitKopecks: number | null
  debtKopecks: number
  advanceKopecks: number
}

/** Only orders on deferred payment are limited (product.md §5). */
export function hasCreditLimit<Some extends Pick<CreditTerms, 'payment' | 'creditLimitKopecks'>>(
  terms: Some,
): terms is Some & { creditLimitKopecks: number } {
  return terms.payment === 'deferred' && terms.creditLimitKopecks !== null
}

/** Limit − debt − ordered and not shipped + advance; negative if the limit is exceeded. */
export function freeCreditKopecks(
  { creditLimitKopecks, debtKopecks, advanceKopecks }: CreditTerms & { creditLimitKopecks: number },
  unshippedKopecks: number,
): number {
  return creditLimitKopecks - debtKopecks - unshippedKopecks + advanceKopecks
}
