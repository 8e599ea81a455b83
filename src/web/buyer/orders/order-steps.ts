import type { OrderDetails } from '#shared/api/orders.ts'
import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import {
  accepted,
  cancelled,
  done,
  newOrder,
  orderStateSequence,
  picking,
  readyForPickup,
  fullyShipped,
  stateName,
  type OrderState,
} from '#shared/rules/order-states.ts'

export type OrderStep = { key: string; title: string; at?: string; author?: string; stage: 'done' | 'now' | 'ahead' }

const usual: readonly OrderState[] = [newOrder, accepted, picking, fullyShipped, done]
const usualPickup: readonly OrderState[] = [newOrder, accepted, picking, readyForPickup, done]

/** Steps of an order: past ones with time and author, then the usual next ones. */
export function orderSteps({
  history,
  state,
  delivery_method,
}: Pick<OrderDetails, 'history' | 'state' | 'delivery_method'>): OrderStep[] {
  const passed = history.filter((event, index) => event.state !== history[index - 1]?.state)
  const steps = passed.map((event, index): OrderStep => ({
    key: `${event.at}-${event.state}`,
    title: event.status,
    at: event.at,
    author: event.author,
    stage: index === passed.length - 1 ? 'now' : 'done',
  }))
  return [
    ...steps,
    ...ahead(state, deliveryMethodRules(delivery_method).destination === 'pickup').map((next): OrderStep => ({
      key: `ahead-${next}`,
      title: stateName(next),
      stage: 'ahead',
    })),
  ]
}

function ahead(state: number, pickup: boolean): OrderState[] {
  if (state === cancelled) return []
  const indexOfState = (state: number) => orderStateSequence.findIndex((each) => each === state)
  return (pickup ? usualPickup : usual).filter((next) => indexOfState(next) > indexOfState(state))
}
