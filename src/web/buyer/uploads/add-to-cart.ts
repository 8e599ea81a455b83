import type { addCartFromPricelist, CartOutcome } from '#shared/api/uploads.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { firstFew } from '#shared/rules/list-text.ts'
import type { AttemptKeys } from '#web/api/attempts.ts'

export type CartInput = InputOf<typeof addCartFromPricelist>
export type CartReply = ReplyOf<typeof addCartFromPricelist>
/** Adds rows to the basket; provided by the route. */
export type AddToCart = (input: CartInput, keys: AttemptKeys) => Promise<CartReply>

const maxDescribed = 4

/** Lines not added as requested: 'DF333: есть только 4 шт'; only the first few, then their number. */
export function describeOutcomes(lines: readonly CartOutcome[]): string[] {
  const messages = lines
    .filter(({ note }) => note !== '')
    .map(({ articul, header, note }) => `${articul || header}: ${note}`)
  return firstFew(messages, maxDescribed)
}

/** Ids of goods that are now in the basket. */
export function addedGoodIds(lines: readonly CartOutcome[]): ReadonlySet<number> {
  return new Set(lines.filter(({ qnt }) => qnt > 0).map(({ id }) => id))
}
