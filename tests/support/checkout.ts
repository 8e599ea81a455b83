import { randomUUID } from 'node:crypto'
import { processBasket, processProductSet } from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { createOrder } from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { call } from '#web/api/client.ts'
import type { TestApp, Visitor } from './app.ts'
import { addAccount, signedIn, type ContractInput, type ProductInput, type World } from './fixtures.ts'

type OrderInput = InputOf<typeof createOrder>
export type Checkout = { buyer: Visitor; accountId: number; contract: number; ids: number[]; key: string }

/** A buyer with an own contract, goods in the basket (one of each by default), and an idempotency key. */
export async function fillBasket(
  portal: Pick<TestApp, 'db' | 'visitor'>,
  world: World,
  goods: (ProductInput & { qnt?: number })[],
  contractInput: ContractInput = {},
): Promise<Checkout> {
  const contract = await world.addContract(contractInput)
  const accountId = await addAccount(portal.db, {
    role: 'manager',
    name: 'Ирина Соколова',
    organisationId: world.organisationId,
    contractIds: [contract],
  })
  const buyer = await signedIn(portal, accountId)
  const ids = await world.addProducts(goods)
  await call(
    processProductSet,
    { contract, products: Object.fromEntries(ids.map((id, index) => [id, goods[index]?.qnt ?? 1])) },
    buyer,
  )
  return { buyer, accountId, contract, ids, key: randomUUID() }
}

export function placeOrder({ buyer, contract, key: own }: Checkout, input: Partial<OrderInput> = {}, key = own) {
  return call(createOrder, { contract, delivery_method: deliveryMethodId('pickup'), ...input }, { ...buyer, key })
}

/** Adds a product to the basket and orders it; returns the order's id. */
export async function orderProduct(
  buyer: Visitor,
  { id, qnt, ...input }: { id: number; qnt: number } & Pick<OrderInput, 'contract'> & Partial<OrderInput>,
): Promise<number> {
  await call(processBasket, { id, qnt, contract: input.contract }, buyer)
  return (
    await call(createOrder, { delivery_method: deliveryMethodId('pickup'), ...input }, { ...buyer, key: randomUUID() })
  ).id
}
