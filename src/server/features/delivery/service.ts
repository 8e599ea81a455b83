import { deliveryDaysAhead, pickupMethodId } from '#shared/constants.ts'
import { addDays, dayOf, deliveryDays, type Calendar, type Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { listAddresses, listCompanies, listConsignees, listMethods, listPickupPoints, listZones, readCalendar, type Zone } from './queries.ts'

/** Holidays are looked up this far: the longest run of days off, and some. */
const calendarDaysAhead = 60

export type DatedZone = Zone & { dates: Day[] }

export type Offer = Awaited<ReturnType<typeof getOffer>>

/** What a delivery to this buyer may be chosen from. */
export async function getOffer({ db }: { db: Db }, { organisationId }: Pick<BuyerActor, 'organisationId'>, { now }: { now: Date }) {
  const today = dayOf(now)
  const methods = await listMethods(db)
  const calendar = await upcomingCalendar(db, today)
  const dates = deliveryDays(now, calendar)
  return {
    methods,
    companies: await listCompanies(db),
    zones: dated(await listZones(db), calendar, now),
    dates,
    addresses: await listAddresses(db, { organisationId }),
    consignees: await listConsignees(db, { organisationId, day: dates[0] ?? today }),
    selectedMethodId: methods.some(({ id }) => id === pickupMethodId) ? pickupMethodId : methods[0]?.id,
  }
}

/** What the map page shows: zones with their next days, and where goods are picked up. */
export async function getZones({ db }: { db: Db }, actor: BuyerActor, { now }: { now: Date }) {
  const calendar = await upcomingCalendar(db, dayOf(now))
  return { zones: dated(await listZones(db), calendar, now), pickupPoints: await listPickupPoints(db, actor) }
}

function dated(zones: Zone[], calendar: Calendar, now: Date): DatedZone[] {
  return zones.map((zone) => ({ ...zone, dates: deliveryDays(now, calendar, zone.weekdays) }))
}

function upcomingCalendar(db: Db, today: Day): Promise<Calendar> {
  return readCalendar(db, { from: today, to: addDays(today, deliveryDaysAhead + calendarDaysAhead) })
}
