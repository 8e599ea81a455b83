import { requestedMilli } from '#shared/rules/money.ts'
import { sortById } from '#server/buying/basket/sort-by-id.ts'

const maxWireId = 2_147_483_647

/** Thousandths by id, in the buyer's order; '07' and '7' are one id, the later wins; 0 is ignored. */
export function quantitiesOf(
  list: Record<string, number>,
  order: readonly number[] | null | undefined,
): Map<number, number> {
  const quantities = new Map(Object.entries(list).map(([id, quantity]) => [Number(id), requestedMilli(quantity)]))
  return sortById(new Map([...quantities].filter(([id, milli]) => milli > 0 && id >= 1 && id <= maxWireId)), order)
}
