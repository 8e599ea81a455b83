/** States of an order: product.md §5 as one table. */

export type Marker = 'success' | 'danger' | 'primary'

export type OrderStateRules = {
  /** Name shown to buyers and staff. */
  name: string
  marker?: Marker
  /** States that staff may move it to; 1C may set any state. */
  staffTo: readonly OrderState[]
  /** 'cancel': the buyer cancels immediately. 'ask': staff receive a request. */
  buyerCancel?: 'cancel' | 'ask'
  /** The buyer may reduce quantities and remove lines. */
  buyerChange?: true
  staffChange?: true
  /** All goods have been shipped. */
  shipped?: true
}

export type OrderState = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11

export const orderStates: Record<OrderState, OrderStateRules> = {
  1: { name: 'Новый', staffTo: [2, 5, 4], buyerCancel: 'cancel', buyerChange: true, staffChange: true },
  2: { name: 'На согласовании', staffTo: [1, 4], buyerCancel: 'cancel', buyerChange: true, staffChange: true },
  5: { name: 'Принят', staffTo: [6, 7, 10, 4], buyerCancel: 'cancel', buyerChange: true, staffChange: true },
  6: { name: 'Ожидает оплаты', staffTo: [7, 10, 4], buyerCancel: 'cancel', staffChange: true },
  7: { name: 'В обеспечении', staffTo: [10, 4], buyerCancel: 'cancel', staffChange: true },
  10: { name: 'В сборке', marker: 'primary', staffTo: [8, 9, 11, 4], buyerCancel: 'ask', staffChange: true },
  8: { name: 'Готов к выдаче', staffTo: [9, 11, 3, 4], buyerCancel: 'ask' },
  9: { name: 'Отгружен частично', staffTo: [11, 3] },
  11: { name: 'Отгружен', staffTo: [3], shipped: true },
  3: { name: 'Выполнен', marker: 'success', staffTo: [], shipped: true },
  4: { name: 'Отменён', marker: 'danger', staffTo: [] },
}

/** States in the order of an order's life, for lists of choices. */
export const orderStateSequence = [1, 2, 5, 6, 7, 10, 8, 9, 11, 3, 4] as const satisfies readonly OrderState[]

export const newOrder = 1 satisfies OrderState
export const awaitingApproval = 2 satisfies OrderState
export const accepted = 5 satisfies OrderState
export const awaitingPayment = 6 satisfies OrderState
export const inProcurement = 7 satisfies OrderState
export const picking = 10 satisfies OrderState
export const readyForPickup = 8 satisfies OrderState
export const partlyShipped = 9 satisfies OrderState
export const fullyShipped = 11 satisfies OrderState
export const done = 3 satisfies OrderState
export const cancelled = 4 satisfies OrderState

/** States that wait for staff, and states of orders in progress. */
export const waitingStates = [1, 2] as const satisfies readonly OrderState[]
export const workingStates = [5, 6, 7, 10, 8, 9] as const satisfies readonly OrderState[]

/** States in which nothing more will be shipped. */
export const endedStates = [done, cancelled, fullyShipped] as const satisfies readonly OrderState[]

export function hasEnded(state: number): boolean {
  return endedStates.some((ended) => ended === state)
}

/**
 * States in which every order is exported to 1C; done and cancelled orders are exported only when 1C does not know yet.
 */
export const exchangedStates = orderStateSequence.filter(
  (state) => state !== awaitingApproval && state !== done && state !== cancelled,
)

export function isOrderState(state: number): state is OrderState {
  return Object.hasOwn(orderStates, state)
}

/** The rules of a state from the database, which holds known states only. */
export function stateRules(state: number): OrderStateRules {
  if (!isOrderState(state)) throw new RangeError(`unknown order state ${state}`)
  return orderStates[state]
}

/** Whether the order has an invoice: not while it waits for approval, nor when cancelled. */
export function isBilled(state: number): boolean {
  return state !== awaitingApproval && state !== cancelled
}

/** States that staff may move an order to. An order that waits for the buyer's head may only be cancelled. */
export function staffMoves({
  state,
  approval,
}: {
  state: number
  approval: 'waiting' | 'approved' | null
}): readonly OrderState[] {
  const { staffTo } = stateRules(state)
  return state === awaitingApproval && approval === 'waiting' ? staffTo.filter((to) => to === cancelled) : staffTo
}

export function stateName(state: number): string {
  return stateRules(state).name
}
