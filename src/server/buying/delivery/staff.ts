import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveDeliveryMethod, StaffCompany, StaffMethod, StaffZone } from '#shared/api/staff/delivery.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
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

/** All delivery settings; also the reply to every change. */
export async function listStaffDelivery({ db }: { db: Db }) {
  return {
    methods: (await listAllMethods(db)).map(shapeMethod),
    companies: (await listAllCompanies(db)).map(shapeCompany),
    zones: (await listAllZones(db)).map(shapeZone),
  }
}

/** Renames a method or changes its price. Idempotent. */
export async function saveMethod({ db }: { db: Db }, actor: Actor, input: ParsedInputOf<typeof saveDeliveryMethod>) {
  const { id, header: name } = input
  if (name === '') throw new AppError('invalid', { fields: { header: 'Укажите название' } })
  const priceKopecks = kopecks(input.price)
  return db.transaction(async (tx) => {
    await lockDelivery(tx)
    const stored = (await listAllMethods(tx)).find((each) => each.id === id)
    if (!stored) throw new AppError('notFound')
    if (stored.name !== name || stored.priceKopecks !== priceKopecks) {
      if (stored.version !== input.version) throw new AppError('conflict')
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

function shapeMethod({ id, name, priceKopecks, version }: StoredMethod): StaffMethod {
  return { id, header: name, price: roubles(priceKopecks), version }
}

function shapeCompany({ id, name, active, types, terminals, version }: StoredCompany): StaffCompany {
  return {
    id,
    header: name,
    active,
    types: types.map((type) => ({ id: type.id, header: type.name, to_terminal: type.toTerminal, active: type.active })),
    terminals: terminals.map(({ address, ...terminal }) => ({ ...terminal, header: address })),
    version,
  }
}

function shapeZone({ name, priceKopecks, freeFromKopecks, ...zone }: StoredZone): StaffZone {
  return {
    ...zone,
    header: name,
    price: roubles(priceKopecks),
    free_from: freeFromKopecks === null ? null : roubles(freeFromKopecks),
  }
}
