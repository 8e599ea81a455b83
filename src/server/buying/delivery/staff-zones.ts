import { maxZones } from '#shared/api/staff/delivery.ts'
import { rounded } from '#shared/rules/delivery/polygon.ts'
import { zoneErrors } from '#shared/rules/delivery/zone-fields.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { listAllZones, lockDelivery, writeZone, type StoredZone, type ZoneColumns } from './queries-staff.ts'
import { listStaffDelivery, type StaffDelivery } from './staff.ts'

export type ZoneInput = Omit<ZoneColumns, 'position'> & {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  position: number | undefined
}

/** Saves a zone. Idempotent. */
export async function saveZone(
  { db }: { db: Db },
  actor: Actor,
  input: ZoneInput,
): Promise<StaffDelivery & { id: number }> {
  validateZone(input)
  return db.transaction(async (tx) => {
    await lockDelivery(tx)
    const all = await listAllZones(tx)
    const named = all.find(({ id }) => id === input.id)
    if (input.id !== undefined && !named) throw new AppError('notFound')
    const current = named ?? all.find((each) => isSame(each, toColumns(input, each.position)))
    const position = current?.position ?? Math.max(0, ...all.map((each) => each.position + 1))
    const zone = toColumns(input, position)
    if (current && isSame(current, zone)) return { id: current.id, ...(await listStaffDelivery({ db: tx })) }
    if (current && current.version !== input.version) throw new AppError('conflict')
    if (!current && all.length >= maxZones)
      throw new AppError('invalid', { fields: { header: `Зон уже ${maxZones}: больше добавить нельзя` } })
    const id = await writeZone(tx, current?.id, zone)
    const { id: _id, version: _version, ...before } = current ?? { id, version: '' }
    const action = current ? 'delivery-zone.changed' : 'delivery-zone.created'
    await recordAudit(tx, byAccount(actor), { action, object: { type: 'delivery-zone', id }, before, after: zone })
    return { id, ...(await listStaffDelivery({ db: tx })) }
  })
}

function validateZone({ name: header, polygon, weekdays, freeFromKopecks }: ZoneInput): void {
  const fields = zoneErrors({ header, polygon, weekdays, freeFromKopecks })
  if (weekdays.some((day) => day > 7)) fields.weekdays = 'Дни недели – от 1 до 7'
  throwIfInvalid(fields)
}

function toColumns({ id: _id, version: _version, ...zone }: ZoneInput, otherwise: number): ZoneColumns {
  return {
    ...zone,
    polygon: zone.polygon.map(rounded),
    weekdays: [...new Set(zone.weekdays)].toSorted((one, other) => one - other),
    position: zone.position ?? otherwise,
  }
}

function isSame(stored: StoredZone, zone: ZoneColumns): boolean {
  return (Object.keys(zone) as (keyof ZoneColumns)[]).every(
    (name) => JSON.stringify(stored[name]) === JSON.stringify(zone[name]),
  )
}
