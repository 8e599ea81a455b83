import { cancelOrder, createOrder, listOrders } from '#shared/api/orders.ts'
import { initData } from '#shared/api/contracts.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { call, type Send } from '#web/api/client.ts'

let attempts = 0

/** Orders the basket of the chosen contract with pickup. */
export async function order(send: Send): Promise<{ id: number; numberOrder: string }> {
  const contract = (await call(initData, {}, { send })).contracts.find(({ selected }) => selected)?.id ?? 0
  attempts += 1
  return call(
    createOrder,
    { contract, delivery_method: deliveryMethodId('pickup') },
    { send, key: `e2e-${Date.now()}-${attempts}` },
  )
}

/** Cancels the order, which releases its goods. */
export async function cancel(send: Send, id: number): Promise<void> {
  await call(cancelOrder, { id, comment: 'проверка' }, { send })
}

export async function countOrders(send: Send): Promise<number> {
  return (await call(listOrders, {}, { send })).pagination.total
}
