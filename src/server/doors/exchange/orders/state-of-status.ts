import {
  accepted,
  awaitingPayment,
  cancelled,
  done,
  inProcurement,
  picking,
  fullyShipped,
  orderStates,
  orderStateSequence,
  type OrderState,
} from '#shared/rules/order-states.ts'

/** Standard states of 1C (УТ 11 and related configurations) → order states; see domain.md. */
const standardStates: Record<string, OrderState> = {
  'ожидается согласование': accepted,
  согласован: accepted,
  подтвержден: accepted,
  'в работе': accepted,
  'ожидается аванс': awaitingPayment,
  'ожидается аванс (до обеспечения)': awaitingPayment,
  'ожидается предоплата': awaitingPayment,
  'ожидается предоплата (до отгрузки)': awaitingPayment,
  открыт: accepted,
  'в резерве': inProcurement,
  'готов к обеспечению': inProcurement,
  'ожидается обеспечение': inProcurement,
  'к обеспечению': inProcurement,
  'готов к отгрузке': picking,
  'к отгрузке': picking,
  'к выполнению': picking,
  'в процессе отгрузки': picking,
  'ожидается оплата': fullyShipped,
  'ожидается оплата (после отгрузки)': fullyShipped,
  'в пути': fullyShipped,
  'готов к закрытию': done,
  закрыт: done,
  завершен: done,
  доставлен: done,
  'отменен клиентом': cancelled,
  аннулирован: cancelled,
}

const stateByName = new Map<string, OrderState>([
  ...Object.entries(standardStates),
  ...orderStateSequence.map((state) => [normaliseStatus(orderStates[state].name), state] as const),
])

/**
 * Order state for 1C's 'Статус заказа': by the setting `exchange.orders.states` (1C's names or numbers → state
 * numbers), then our names, then 1C's standard ones. Undefined if unknown.
 */
export function stateOfStatus(status: string, own: Readonly<Record<string, number>> = {}): OrderState | undefined {
  const normalised = normaliseStatus(status)
  if (normalised === '') return undefined
  const set = Object.entries(own).find(([name]) => normaliseStatus(name) === normalised)?.[1]
  return orderStateSequence.find((state) => state === set) ?? stateByName.get(normalised)
}

/** '[F]  Отменён ' → 'отменен': sites prefix a status code, and ё is optional. */
export function normaliseStatus(status: string): string {
  return status
    .replace(/^\s*\[[^\]]*\]/, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ё', 'е')
}
