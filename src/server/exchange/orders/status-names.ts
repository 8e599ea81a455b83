import { orderStates, orderStateSequence, type OrderState } from '#shared/rules/order-states.ts'

/** Names of 1C's own states (УТ 11 and its relatives) → ours: domain.md. */
const statesOf1c: Record<string, OrderState> = {
  'ожидается согласование': 5,
  'согласован': 5,
  'подтвержден': 5,
  'в работе': 5,
  'ожидается аванс': 6,
  'ожидается аванс (до обеспечения)': 6,
  'ожидается предоплата': 6,
  'ожидается предоплата (до отгрузки)': 6,
  открыт: 5,
  'в резерве': 7,
  'готов к обеспечению': 7,
  'ожидается обеспечение': 7,
  'к обеспечению': 7,
  'готов к отгрузке': 10,
  'к отгрузке': 10,
  'к выполнению': 10,
  'в процессе отгрузки': 10,
  'ожидается оплата': 11,
  'ожидается оплата (после отгрузки)': 11,
  'в пути': 11,
  'готов к закрытию': 3,
  'закрыт': 3,
  'завершен': 3,
  'доставлен': 3,
  'отменен клиентом': 4,
  'аннулирован': 4,
}

const names = new Map<string, OrderState>([
  ...Object.entries(statesOf1c),
  ...orderStateSequence.map((state) => [normaliseStatus(orderStates[state].name), state] as const),
])

/**
 * The state that 'Статус заказа' of 1C means: by the wholesaler's own table first (setting `exchange.orders.states`,
 * names or numbers of 1C → state numbers), then our names, then 1C's usual ones. Undefined when nobody knows it.
 */
export function stateOfStatus(status: string, own: Readonly<Record<string, number>> = {}): OrderState | undefined {
  const wanted = normaliseStatus(status)
  if (wanted === '') return undefined
  const set = Object.entries(own).find(([name]) => normaliseStatus(name) === wanted)?.[1]
  return orderStateSequence.find((state) => state === set) ?? names.get(wanted)
}

/** '[F]  Отменён ' → 'отменен': sites prefix the code of a status, and ё comes and goes. */
export function normaliseStatus(status: string): string {
  return status.replace(/^\s*\[[^\]]*\]/, '').replace(/[\s\u00a0]+/g, ' ').trim().toLowerCase().replaceAll('ё', 'е')
}
