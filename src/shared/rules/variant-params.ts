export type VariantParams = Record<string, { header: string; value: string }>

/**
 * Gives every variant all parameters of any variant: a missing one becomes an empty entry with the header [T.9].
 * `corrupted`: a variant without parameters, or a parameter without a header, is indistinguishable. Variants keep their
 * order; parameters are ordered by first occurrence.
 */
export function fillVariantParams<Variant extends { params: VariantParams }>(
  variants: readonly Variant[],
): { variants: Variant[]; corrupted: boolean } {
  const empty: VariantParams = {}
  for (const { params } of variants) {
    for (const [id, { header }] of Object.entries(params)) if (header !== '') empty[id] ??= { header, value: '' }
  }
  const corrupted = variants.some(
    ({ params }) => Object.keys(params).length === 0 || Object.values(params).some(({ header }) => header === ''),
  )
  return { variants: variants.map((variant) => ({ ...variant, params: { ...empty, ...variant.params } })), corrupted }
}
