import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { rulesOf } from '#shared/rules/order-states.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffActor } from '#server/features/access/actor.ts'
import { getOffer, type Offer } from '#server/features/delivery/service.ts'
import type { Changed } from './change-lines.ts'
import { deliveryOf, type OrderDelivery } from './draft.ts'
import { findDelivery, nameDelivery, rememberZone, type DeliveryNames, type StandingDelivery } from './queries-delivery.ts'
import { lockTermsOfOrder } from './queries-place.ts'
import { ofStaff } from './queries-read.ts'
import { byPerson, lockedOrder, refuseStale, saveChange } from './save-change.ts'
import { refuseDelivery, type OrderWish } from './terms.ts'

type Asked = { orderId: number; revision: number; wish: Pick<OrderWish, 'delivery' | 'clientNumber'>; now: Date }

/** How an order travels, beside what its buyer may choose from. */
export async function offerDelivery({ db }: { db: Db }, actor: StaffActor, { orderId, now }: { orderId: number; now: Date }): Promise<{ standing: StandingDelivery; offer: Offer }> {
  const standing = await findDelivery(db, { orderId, scope: ofStaff(actor) })
  if (!standing) throw new AppError('notFound')
  return { standing, offer: await getOffer({ db }, standing, { now }) }
}

/**
 * Staff change how an order travels while they may change its lines, by the rules that it was placed by. What its way
 * cost stays; another way, or another zone, costs what it does now. As with lines, no sum binds staff. One transaction
 * under the order's and the contract's locks.
 */
export async function changeDelivery({ db }: { db: Db }, actor: StaffActor, { orderId, revision, wish, now }: Asked): Promise<Changed> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    refuseStale(order, { revision })
    if (rulesOf(order.state).staffChange !== true) throw new AppError('notChangeable')
    const standing = await findDelivery(tx, { orderId, scope: ofStaff(actor) })
    const terms = await lockTermsOfOrder(tx, { ...order, delivery: wish.delivery, today: dayOf(now) })
    if (!standing || !terms) throw new Error('an order without its contract')

    const goodsKopecks = order.sumKopecks - order.deliveryKopecks
    const asked = deliveryOf(wish.delivery, terms, goodsKopecks)
    const sameWay = asked.methodId === standing.methodId && asked.zoneId === standing.zoneId
    refuseDelivery(wish, terms, now, sameWay ? standing.deliveryDate : undefined)
    const delivery = sameWay ? { ...asked, deliveryKopecks: standing.deliveryKopecks } : asked
    const comment = changesIn(
      { ...standing, names: await nameDelivery(tx, standing) },
      { ...delivery, clientNumber: wish.clientNumber, names: await nameDelivery(tx, delivery) },
    )
    if (comment === '') throw new AppError('nothingChanged')

    const { deliveryKopecks, deliveryDate } = delivery
    const sumKopecks = goodsKopecks + deliveryKopecks
    await rememberZone(tx, delivery)
    await saveChange(tx, order, { ...byPerson(actor), comment, sumKopecks, deliveryKopecks, deliveryDate, delivery: { ...delivery, clientNumber: wish.clientNumber } })
    return { state: order.state, revision: order.revision + 1, sumKopecks }
  })
}

type Told = Pick<OrderDelivery, 'deliveryDate'> & { clientNumber: string; names: DeliveryNames }

/** Each change as old → new. No sums: the history is read by those, too, who may not see them. */
function changesIn(before: Told, after: Told): string {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  return Object.keys(now).flatMap((label) => (old[label] === now[label] ? [] : [`${label}: ${old[label] ?? 'нет'} → ${now[label] ?? 'нет'}`])).join('. ')
}

function wordsOf({ deliveryDate, clientNumber, names }: Told): Record<string, string | null> {
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
