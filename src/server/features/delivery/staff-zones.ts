import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { mostZones, type saveDeliveryZone } from '#shared/api/staff-delivery.ts'
import { kopecks } from '#shared/rules/money.ts'
import { polygonFault, rounded } from '#shared/rules/polygon.ts'
import { AppError } from '#server/app-error.ts'
import { byAccount } from '#server/audit/changed-by.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { listAllZones, lockDelivery, writeZone, type StoredZone, type ZoneColumns } from './queries-staff.ts'
import { listStaffDelivery } from './staff.ts'

type ZoneWish = ParsedInputOf<typeof saveDeliveryZone>

/** Keeps a zone; what stands already is no change: drawn twice it is one. */
export async function keepZone({ db }: { db: Db }, actor: Actor, wish: ZoneWish) {
  refuseFaulty(wish)
  return db.transaction(async (tx) => {
    await lockDelivery(tx)
    const all = await listAllZones(tx)
    const named = all.find(({ id }) => id === wish.id)
    if (wish.id !== undefined && !named) throw new AppError('notFound')
    const stands = named ?? all.find((each) => isSame(each, columnsOf(wish, each.position)))
    const position = stands?.position ?? Math.max(0, ...all.map((each) => each.position + 1))
    const zone = columnsOf(wish, position)
    if (stands && isSame(stands, zone)) return { id: stands.id, ...(await listStaffDelivery({ db: tx })) }
    if (stands && stands.version !== wish.version) throw new AppError('conflict')
    if (!stands && all.length >= mostZones) throw new AppError('invalid', { fields: { header: `Зон уже ${mostZones}: больше добавить нельзя` } })
    const id = await writeZone(tx, stands?.id, zone)
    const { id: _id, version: _version, ...before } = stands ?? { id, version: '' }
    const action = stands ? 'delivery-zone.changed' : 'delivery-zone.created'
    await recordAudit(tx, byAccount(actor), { action, object: { type: 'delivery-zone', id }, before, after: zone })
    return { id, ...(await listStaffDelivery({ db: tx })) }
  })
}

function refuseFaulty({ header, polygon, weekdays, free_from }: ZoneWish): void {
  const fields: Record<string, string> = {}
  if (header === '') fields.header = 'Укажите название зоны'
  const fault = polygonFault(polygon)
  if (fault !== undefined) fields.polygon = fault
  if (weekdays.some((day) => day > 7)) fields.weekdays = 'Дни недели – от 1 до 7'
  else if (!weekdays.some((day) => day <= 5)) fields.weekdays = 'Выберите хотя бы один будний день'
  if (free_from === 0) fields.free_from = 'Укажите сумму больше нуля или оставьте поле пустым'
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

function columnsOf({ header: name, polygon, weekdays, price, free_from = null, active, position }: ZoneWish, otherwise: number): ZoneColumns {
  return {
    name,
    polygon: polygon.map(rounded),
    weekdays: [...new Set(weekdays)].toSorted((one, other) => one - other),
    priceKopecks: kopecks(price),
    freeFromKopecks: free_from === null ? null : kopecks(free_from),
    active,
    position: position ?? otherwise,
  }
}

function isSame(stored: StoredZone, zone: ZoneColumns): boolean {
  return (Object.keys(zone) as (keyof ZoneColumns)[]).every((name) => JSON.stringify(stored[name]) === JSON.stringify(zone[name]))
}
