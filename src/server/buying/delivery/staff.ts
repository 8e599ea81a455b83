import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import {
  listAllCompanies,
  listAllMethods,
  listAllZones,
  lockDelivery,
  writeMethod,
  type StoredCompany,
  type StoredMethod,
  type StoredZone,
} from './queries-staff.ts'

export type StaffDelivery = { methods: StoredMethod[]; companies: StoredCompany[]; zones: StoredZone[] }

/** All delivery settings; also the reply to every change. */
export async function listStaffDelivery({ db }: { db: Db }): Promise<StaffDelivery> {
  return {
    methods: await listAllMethods(db),
    companies: await listAllCompanies(db),
    zones: await listAllZones(db),
  }
}

export type MethodInput = { id: number; version: string | undefined; name: string; priceKopecks: number }

/** Renames a method or changes its price. Idempotent. */
export async function saveMethod(
  { db }: { db: Db },
  actor: Actor,
  { id, version, name, priceKopecks }: MethodInput,
): Promise<StaffDelivery> {
  if (name === '') throw new AppError('invalid', { fields: { header: 'Укажите название' } })
  return db.transaction(async (tx) => {
    await lockDelivery(tx)
    const stored = (await listAllMethods(tx)).find((each) => each.id === id)
    if (!stored) throw new AppError('notFound')
    if (stored.name !== name || stored.priceKopecks !== priceKopecks) {
      if (stored.version !== version) throw new AppError('conflict')
      await writeMethod(tx, { id, name, priceKopecks })
      await recordAudit(tx, byAccount(actor), {
        action: 'delivery-method.changed',
        object: { type: 'delivery-method', id },
        before: { name: stored.name, priceKopecks: stored.priceKopecks },
        after: { name, priceKopecks },
      })
    }
    return listStaffDelivery({ db: tx })
  })
}
