import { pickupMethodId } from '#shared/constants.ts'
import {
  accepted, awaitingApproval, awaitingPayment, cancelled, done, inProcurement, newOrder, partlyShipped, picking, readyForPickup, shippedWhole, type OrderState,
} from '#shared/rules/order-states.ts'

/** What a press does, said as a deed. */
const deeds: Record<OrderState, string> = {
  [newOrder]: 'Вернуть в новые',
  [awaitingApproval]: 'На согласование',
  [accepted]: 'Принять',
  [awaitingPayment]: 'Ждать оплаты',
  [inProcurement]: 'В обеспечение',
  [picking]: 'В сборку',
  [readyForPickup]: 'Готов к выдаче',
  [partlyShipped]: 'Отгрузить часть',
  [shippedWhole]: 'Отгружен',
  [done]: 'Выполнен',
  [cancelled]: 'Отменить',
}

type Next = { state: number; status: string }
export type Deed = { state: number; label: string; look?: 'primary' | 'danger' }

/** The next states as buttons: the cancelling one first, the usual one last and primary. Shipping in part asks for quantities: it has a place of its own. */
export function deedsOf(order: { state: number; delivery_method: number; next: readonly Next[] }): Deed[] {
  const usual = usualNext(order)
  const deed = ({ state, status }: Next): Deed => ({
    state,
    label: state === cancelled && isUndecided(order.state) ? 'Отклонить' : labelOf(state, status),
    ...(state === cancelled ? { look: 'danger' } : state === usual ? { look: 'primary' } : {}),
  })
  return order.next.filter(({ state }) => state !== partlyShipped).map(deed).sort((one, other) => rank(one) - rank(other))
}

const nearest: Partial<Record<number, readonly number[]>> = {
  [newOrder]: [accepted],
  [awaitingApproval]: [newOrder],
  [accepted]: [picking],
  [awaitingPayment]: [picking],
  [inProcurement]: [picking],
  [partlyShipped]: [shippedWhole],
  [shippedWhole]: [done],
}

function usualNext({ state, delivery_method, next }: { state: number; delivery_method: number; next: readonly Next[] }): number | undefined {
  const pickup = delivery_method === pickupMethodId
  const wished = state === picking ? [pickup ? readyForPickup : shippedWhole] : state === readyForPickup ? [pickup ? done : shippedWhole] : (nearest[state] ?? [])
  return wished.find((wish) => next.some((each) => each.state === wish))
}

function isUndecided(state: number): boolean {
  return state === newOrder || state === awaitingApproval
}

function labelOf(state: number, status: string): string {
  return deeds[state as OrderState] ?? status
}

function rank({ look }: Deed): number {
  return look === 'danger' ? 0 : look === 'primary' ? 2 : 1
}
