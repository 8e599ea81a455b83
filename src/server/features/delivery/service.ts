import { deliveryDaysAhead, pickupMethodId } from '#shared/constants.ts'
import { addDays, dayOf, deliveryDays, type Calendar, type Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { listAddresses, listCompanies, listConsignees, listMethods, readCalendar } from './queries.ts'

/** Holidays are looked up this far: the longest run of days off, and some. */
const calendarDaysAhead = 60

/** What the checkout offers. */
export async function getCheckout({ db }: { db: Db }, actor: BuyerActor, { now }: { now: Date }) {
  const { organisationId } = actor
  const today = dayOf(now)
  const methods = await listMethods(db)
  return {
    methods,
    companies: await listCompanies(db),
    dates: deliveryDays(now, await upcomingCalendar(db, today)),
    addresses: await listAddresses(db, { organisationId }),
    consignees: await listConsignees(db, { organisationId, day: today }),
    selectedMethodId: methods.some(({ id }) => id === pickupMethodId) ? pickupMethodId : methods[0]?.id,
  }
}

export function upcomingCalendar(db: Db, today: Day): Promise<Calendar> {
  return readCalendar(db, { from: today, to: addDays(today, deliveryDaysAhead + calendarDaysAhead) })
}
