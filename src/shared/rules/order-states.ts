/** States of an order: product.md §5 as one table. */

export type Marker = 'success' | 'danger' | 'primary'

export type OrderStateRules = {
  /** As the buyer and staff read it. */
  name: string
  marker?: Marker
  /** Where staff may move it; 1C may set any state. */
  staffTo: readonly OrderState[]
  /** 'cancel': the buyer cancels immediately. 'ask': staff receive a request. */
  buyerCancel?: 'cancel' | 'ask'
  /** The buyer may lower quantities and remove lines; staff still may later on. */
  buyerChange?: true
  staffChange?: true
  /** Goods have left: whole lines count as shipped. */
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

/** The order of an order's life, for lists of choices. */
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

/** States in which staff owe an answer, and those of orders under way. */
export const waitingStates = [1, 2] as const satisfies readonly OrderState[]
export const workingStates = [5, 6, 7, 10, 8, 9] as const satisfies readonly OrderState[]

/** States in which nothing more will leave. */
export const endedStates = [done, cancelled, fullyShipped] as const satisfies readonly OrderState[]

export function hasEnded(state: number): boolean {
  return endedStates.some((ended) => ended === state)
}

/** States in which every order leaves for 1C; what is done or cancelled leaves only as far as 1C has to hear of it. */
export const exchangedStates = orderStateSequence.filter(
  (state) => state !== awaitingApproval && state !== done && state !== cancelled,
)

export function isOrderState(state: number): state is OrderState {
  return Object.hasOwn(orderStates, state)
}

/** The rules of a state as it stands in the database, which holds known states only. */
export function stateRules(state: number): OrderStateRules {
  if (!isOrderState(state)) throw new RangeError(`unknown order state ${state}`)
  return orderStates[state]
}

/** Nobody is billed for what nobody has agreed to, nor for what will not come. */
export function isBilled(state: number): boolean {
  return state !== awaitingApproval && state !== cancelled
}

/**
 * Where staff may move an order now: one that waits for the head of its buyer is the head's to let go on, staff may
 * only end it.
 */
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
