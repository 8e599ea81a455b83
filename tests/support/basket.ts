import { getBasketData, processBasket, processBasketUpdate } from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import type { Visitor } from './app.ts'

export const addToBasket = (buyer: Visitor, input: InputOf<typeof processBasket>) => call(processBasket, input, buyer)
export const set = (buyer: Visitor, input: InputOf<typeof processBasketUpdate>) =>
  call(processBasketUpdate, input, buyer)
export const read = (buyer: Visitor) => call(getBasketData, {}, buyer)
