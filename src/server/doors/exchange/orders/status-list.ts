import { orderStates, orderStateSequence } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { element, field } from '#server/platform/files/xml-text.ts'
import { listDeliveryMethods } from './queries-out.ts'

type Named = { id: number; name: string }

/**
 * Answers `type=sale&mode=info`: states and delivery methods, for mapping in 1C. The list of states appears twice,
 * because some 1C modules look for its name with a Latin first letter.
 */
export async function writeStatusList({ db }: { db: Db }): Promise<{ contentType: string; body: string }> {
  const states = list(orderStateSequence.map((state) => ({ id: state, name: orderStates[state].name })))
  const deliveries = list(await listDeliveryMethods(db))
  const inner =
    `<Статусы>${states}</Статусы><Cтатусы>${states}</Cтатусы>` +
    `<ПлатежныеСистемы>${list(payments)}</ПлатежныеСистемы><СлужбыДоставки>${deliveries}</СлужбыДоставки>`
  return {
    contentType: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${element('Справочник', inner)}\n`,
  }
}

const payments: Named[] = [
  { id: 1, name: 'Предоплата' },
  { id: 2, name: 'Отсрочка' },
]

function list(entries: Named[]): string {
  return entries.map(({ id, name }) => element('Элемент', field('Ид', String(id)) + field('Название', name))).join('')
}
