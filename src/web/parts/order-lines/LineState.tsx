import { milli, units } from '#shared/rules/money.ts'
import { done, partlyShipped } from '#shared/rules/order-states.ts'
import { quantity } from '#web/ui/format.ts'
import type { OrderedLine } from './changes.ts'

/** State of a line: cancelled, shipped, or the pending quantity; nothing before the first shipment. */
export function LineState({ line, state }: { line: OrderedLine; state: number }) {
  if (line.cancel) return <span className="bad">Отменён</span>
  if (line.shipping >= line.qnt) return 'Отгружен'
  if (line.shipping === 0 && state !== partlyShipped && state !== done) return null
  const rest = `${quantity(awaitedQuantity(line))} ${line.unit}`
  return <span className="warn">{state === done ? `не отгружено ${rest}` : `ждём ${rest}`}</span>
}

export function awaitedQuantity({ qnt, shipping }: OrderedLine): number {
  return units(Math.max(0, milli(qnt) - milli(shipping)))
}

/** What the supplier changed in 1C; empty if the quantity is as ordered. */
export function changeText({ changed_from: before = null, cancel, unit }: OrderedLine): string {
  if (before === null) return ''
  if (before === 0) return cancel ? '' : 'добавил поставщик'
  return cancel ? 'убрал поставщик' : `поставщик изменил, было ${quantity(before)} ${unit}`
}
