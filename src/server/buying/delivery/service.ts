import { dayOf, deliveryDays, type Calendar, type Day } from '#shared/rules/dates.ts'
import { defaultDeliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  findContractFree,
  listAddresses,
  listCompanies,
  listConsignees,
  listMethods,
  listPickupPoints,
  listZones,
  type Zone,
} from './queries.ts'
import { findCalendarFrom } from './shared-queries-calendar.ts'

export type DatedZone = Zone & { dates: Day[] }

export type Offer = Awaited<ReturnType<typeof getOffer>>

/** Delivery choices of a buyer. */
export async function getOffer(
  { db }: { db: Db },
  { organisationId }: Pick<BuyerActor, 'organisationId'>,
  { now }: { now: Date },
) {
  const today = dayOf(now)
  const methods = await listMethods(db)
  const calendar = await findCalendarFrom(db, today)
  const dates = deliveryDays(now, calendar)
  return {
    methods,
    companies: await listCompanies(db),
    zones: withDates(await listZones(db), calendar, now),
    dates,
    addresses: await listAddresses(db, { organisationId }),
    consignees: await listConsignees(db, { organisationId, day: dates[0] ?? today }),
    selectedMethodId: (methods.find(({ id }) => id === defaultDeliveryMethodId) ?? methods[0])?.id,
  }
}

/** Data of the map: zones with next days and free sums (the contract's take precedence), and pickup points. */
export async function getZones({ db }: { db: Db }, actor: BuyerActor, { now }: { now: Date }) {
  const contractFree = await findContractFree(db, actor)
  const zones = await listDatedZones({ db }, { now })
  return {
    zones: zones.map((zone) => ({ ...zone, freeFromKopecks: contractFree ?? zone.freeFromKopecks })),
    pickupPoints: await listPickupPoints(db, actor),
  }
}

/** Active zones with their next delivery days. */
export async function listDatedZones({ db }: { db: Db }, { now }: { now: Date }): Promise<DatedZone[]> {
  return withDates(await listZones(db), await findCalendarFrom(db, dayOf(now)), now)
}

function withDates(zones: Zone[], calendar: Calendar, now: Date): DatedZone[] {
  return zones.map((zone) => ({ ...zone, dates: deliveryDays(now, calendar, zone.weekdays) }))
}
