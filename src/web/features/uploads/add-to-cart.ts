import type { addCartFromPricelist, CartOutcome } from '#shared/api/uploads.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'

export type CartInput = InputOf<typeof addCartFromPricelist>
export type CartReply = ReplyOf<typeof addCartFromPricelist>
/** The route's way into the basket. */
export type AddToCart = (input: CartInput, key?: string) => Promise<CartReply>

const mostTold = 5

/** What did not go in as it was asked for: 'DF333: есть только 4 шт'; beyond a few only how many more. */
export function toldOutcomes(lines: readonly CartOutcome[]): string[] {
  const news = lines.filter(({ note }) => note !== '').map(({ articul, header, note }) => `${articul || header}: ${note}`)
  return news.length <= mostTold ? news : [...news.slice(0, mostTold - 1), `и ещё ${news.length - mostTold + 1}`]
}

/** Goods that are in the basket now. */
export function enteredIds(lines: readonly CartOutcome[]): ReadonlySet<number> {
  return new Set(lines.filter(({ qnt }) => qnt > 0).map(({ id }) => id))
}
