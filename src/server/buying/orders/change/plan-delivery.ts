import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { stateRules } from '#shared/rules/order-states.ts'
import { AppError } from '#server/platform/app-error.ts'
import { saveZoneOfAddress } from '#server/customers/addresses/shared-queries-write.ts'
import type { Db } from '#server/platform/db/client.ts'
import { ofStaff } from '../order-scope.ts'
import { resolveDelivery, type OrderDelivery } from '../rules/new-order.ts'
import { findDelivery, findDeliveryNames, type DeliveryNames } from '../rules/queries-delivery.ts'
import { lockTermsOfOrder } from '../rules/queries-place.ts'
import type { LockedOrder } from './queries-state.ts'
import { checkDelivery } from '../rules/check-delivery.ts'
import type { OrderEffect } from './effect.ts'
import { checkRevision } from './locked-order.ts'
import type { ChangeOf } from './order-change.ts'

/**
 * Staff change an order's delivery by the rules of placing, while its lines may be changed. An unchanged method and
 * zone keep their price; otherwise the current price applies. Minimum and credit sums do not restrict staff.
 */
export async function planDelivery(
  tx: Db,
  order: LockedOrder,
  change: ChangeOf<'changeDelivery'>,
): Promise<OrderEffect> {
  const { author, input, now } = change
  checkRevision(order, change)
  if (stateRules(order.state).staffChange !== true) throw new AppError('notChangeable')
  const currentDelivery = await findDelivery(tx, { orderId: order.id, scope: ofStaff(author.actor) })
  const terms = await lockTermsOfOrder(tx, { ...order, delivery: input.delivery, today: dayOf(now) })
  if (!currentDelivery || !terms) throw new Error('an order without its contract')

  const goodsKopecks = order.sumKopecks - order.deliveryKopecks
  const chosen = resolveDelivery(input.delivery, terms, goodsKopecks)
  const isSameWay = chosen.methodId === currentDelivery.methodId && chosen.zoneId === currentDelivery.zoneId
  checkDelivery(input, terms, now, isSameWay ? currentDelivery.deliveryDate : undefined)
  const delivery = isSameWay ? { ...chosen, deliveryKopecks: currentDelivery.deliveryKopecks } : chosen
  const { clientNumber } = input
  const comment = describeChanges(
    { ...currentDelivery, names: await findDeliveryNames(tx, currentDelivery) },
    { ...delivery, clientNumber, names: await findDeliveryNames(tx, delivery) },
  )
  if (comment === '') throw new AppError('nothingChanged')
  await saveZoneOfAddress(tx, delivery)
  const { deliveryKopecks, deliveryDate } = delivery
  const sumKopecks = goodsKopecks + deliveryKopecks
  return { comment, columns: { sumKopecks, deliveryKopecks, deliveryDate, delivery: { ...delivery, clientNumber } } }
}

type Description = Pick<OrderDelivery, 'deliveryDate'> & { clientNumber: string; names: DeliveryNames }

/** Changed fields as old → new. Without sums, because accounts without prices can read the history. */
function describeChanges(before: Description, after: Description): string {
  const [old, now] = [describeDelivery(before), describeDelivery(after)]
  return Object.keys(now)
    .flatMap((label) =>
      old[label] === now[label] ? [] : [`${label}: ${old[label] ?? 'нет'} → ${now[label] ?? 'нет'}`],
    )
    .join('. ')
}

function describeDelivery({ deliveryDate, clientNumber, names }: Description): Record<string, string | null> {
  return {
    Доставка: names.method,
    'Транспортная компания': names.company,
    Куда: names.type,
    Терминал: names.terminal,
    'Зона доставки': names.zone,
    Адрес: names.address,
    'Дата доставки': deliveryDate && formatDay(deliveryDate),
    Получатель: names.consignee,
    'Номер покупателя': clientNumber || null,
  }
}
