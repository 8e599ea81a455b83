export type VariantParams = Record<string, { header: string; value: string }>

/**
 * Gives every variant the parameters that any of them has: where one lacks a parameter it gets an empty entry that
 * keeps the header [T.9]. `corrupted`: a variant without any parameter, or a parameter without a header, cannot be told
 * from its neighbours. Variants keep their order; parameters stand in the order in which they first occur.
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
