import type { ProductVariant } from '#shared/api/catalogue.ts'
import { fillVariantParams } from '#shared/rules/variant-params.ts'

/**
 * The variants of a card with the same parameters each, whatever came over the wire: a missing one is an empty entry
 * under its header [T.9]. What is no variant at all is left out, and a broken structure is logged.
 */
export function soundVariants(given: unknown): ProductVariant[] {
  const list: unknown[] = Array.isArray(given) ? given : []
  const { variants, corrupted } = fillVariantParams(list.filter(isVariant))
  if (corrupted || !Array.isArray(given) || variants.length < list.length) console.error('Variants structure corrupted', given)
  return variants
}

function isVariant(given: unknown): given is ProductVariant {
  if (!isObject(given)) return false
  const { id, stocks, params } = given
  return typeof id === 'number' && Array.isArray(stocks) && isObject(params) && Object.values(params).every(isObject)
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null
}
