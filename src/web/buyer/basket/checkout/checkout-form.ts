import type { getBasketTableInit } from '#shared/api/basket.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { createOrder } from '#shared/api/orders.ts'
import { deliveryChoiceOf, initialDeliveryForm, type DeliveryForm } from '#web/parts/delivery/delivery-form.ts'

export type CheckoutOptions = ReplyOf<typeof getBasketTableInit>
export type OrderInput = InputOf<typeof createOrder>

/** Choices of the checkout. */
export type CheckoutForm = DeliveryForm & { clientNumber: string; comment: string }

export function initialForm(options: CheckoutOptions): CheckoutForm {
  return { ...initialDeliveryForm(options), clientNumber: '', comment: '' }
}

export function orderInputOf(form: CheckoutForm, options: CheckoutOptions, contract: number): OrderInput {
  return {
    contract,
    ...deliveryChoiceOf(form, options),
    client_number: form.clientNumber.trim() || null,
    comment: form.comment.trim() || null,
  }
}
