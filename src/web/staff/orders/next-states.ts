import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import {
  accepted,
  awaitingApproval,
  awaitingPayment,
  cancelled,
  done,
  inProcurement,
  newOrder,
  partlyShipped,
  picking,
  readyForPickup,
  fullyShipped,
  type OrderState,
} from '#shared/rules/order-states.ts'

/** Button labels of the state actions. */
const actionLabels: Record<OrderState, string> = {
  [newOrder]: 'Вернуть в новые',
  [awaitingApproval]: 'На согласование',
  [accepted]: 'Принять',
  [awaitingPayment]: 'Ждать оплаты',
  [inProcurement]: 'В обеспечение',
  [picking]: 'В сборку',
  [readyForPickup]: 'Готов к выдаче',
  [partlyShipped]: 'Отгрузить часть',
  [fullyShipped]: 'Отгружен',
  [done]: 'Выполнен',
  [cancelled]: 'Отменить',
}

type NextState = { state: number; status: string }
export type StateAction = { state: number; label: string; variant?: 'primary' | 'danger' }

/**
 * The next states as buttons: the cancelling one first, the usual one last and primary. Shipping in part has its own
 * form, because it needs quantities.
 */
export function stateActionsOf(order: {
  state: number
  delivery_method: number
  next: readonly NextState[]
}): StateAction[] {
  const defaultState = defaultNext(order)
  const action = ({ state, status }: NextState): StateAction => ({
    state,
    label: labelOf({ from: order.state, to: state, status }),
    ...(state === cancelled ? { variant: 'danger' } : state === defaultState ? { variant: 'primary' } : {}),
  })
  return order.next
    .filter(({ state }) => state !== partlyShipped)
    .map(action)
    .sort((a, b) => rank(a) - rank(b))
}

const defaultNextStates: Partial<Record<number, readonly number[]>> = {
  [newOrder]: [accepted],
  [awaitingApproval]: [newOrder],
  [accepted]: [picking],
  [awaitingPayment]: [picking],
  [inProcurement]: [picking],
  [partlyShipped]: [fullyShipped],
  [fullyShipped]: [done],
}

function defaultNext({
  state,
  delivery_method,
  next,
}: {
  state: number
  delivery_method: number
  next: readonly NextState[]
}): number | undefined {
  const pickup = deliveryMethodRules(delivery_method).destination === 'pickup'
  const candidates =
    state === picking
      ? [pickup ? readyForPickup : fullyShipped]
      : state === readyForPickup
        ? [pickup ? done : fullyShipped]
        : (defaultNextStates[state] ?? [])
  return candidates.find((candidate) => next.some((each) => each.state === candidate))
}

function isUndecided(state: number): boolean {
  return state === newOrder || state === awaitingApproval
}

function labelOf({ from, to, status }: { from: number; to: number; status: string }): string {
  if (to === cancelled && isUndecided(from)) return 'Отклонить'
  // This state means that the rest has been shipped.
  if (to === fullyShipped && from === partlyShipped) return 'Отгрузить остаток'
  return actionLabels[to as OrderState] ?? status
}

function rank({ variant }: StateAction): number {
  return variant === 'danger' ? 0 : variant === 'primary' ? 2 : 1
}
