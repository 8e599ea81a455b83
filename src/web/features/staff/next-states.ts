import { pickupMethodId } from '#shared/constants.ts'
import { awaitingApproval, cancelled, newOrder, partlyShipped, type OrderState } from '#shared/rules/order-states.ts'

/** What a press does, said as a deed. */
const deeds: Record<OrderState, string> = {
  1: 'Вернуть в новые',
  2: 'На согласование',
  5: 'Принять',
  6: 'Ждать оплаты',
  7: 'В обеспечение',
  10: 'В сборку',
  8: 'Готов к выдаче',
  9: 'Отгрузить часть',
  11: 'Отгружен',
  3: 'Выполнен',
  4: 'Отменить',
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

const nearest: Partial<Record<number, readonly number[]>> = { 1: [5], 2: [1], 5: [10], 6: [10], 7: [10], 9: [11], 11: [3] }

function usualNext({ state, delivery_method, next }: { state: number; delivery_method: number; next: readonly Next[] }): number | undefined {
  const pickup = delivery_method === pickupMethodId
  const wished = state === 10 ? [pickup ? 8 : 11] : state === 8 ? [pickup ? 3 : 11] : (nearest[state] ?? [])
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
