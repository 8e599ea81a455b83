import type { ProductVariant } from '#shared/api/catalogue.ts'
import { fillVariantParams } from '#shared/rules/variant-params.ts'

/**
 * The variants of a card with equal parameters: a missing one becomes an empty entry under its header [T.9]. Invalid
 * entries are left out, and a broken structure is logged.
 */
export function validVariants(input: unknown): ProductVariant[] {
  const list: unknown[] = Array.isArray(input) ? input : []
  const { variants, corrupted } = fillVariantParams(list.filter(isVariant))
  if (corrupted || !Array.isArray(input) || variants.length < list.length)
    console.error('Variants structure corrupted', input)
  return variants
}

function isVariant(input: unknown): input is ProductVariant {
  if (!isObject(input)) return false
  const { id, stocks, params } = input
  return typeof id === 'number' && Array.isArray(stocks) && isObject(params) && Object.values(params).every(isObject)
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null
}
