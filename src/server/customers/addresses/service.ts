import { may } from '#shared/rights.ts'
import { addressErrors } from '#shared/rules/parties/address-form.ts'
import { sameAddress } from '#shared/texts.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  clearMain,
  findAddress,
  findSameAddress,
  listAddresses,
  lockAddresses,
  markDeleted,
  updateAddress,
  type AddressFields,
  type StoredAddress,
} from './queries.ts'
import { formOf, type AddressInput } from './shape.ts'
import { insertAddress } from './shared-queries-write.ts'

type Deps = { db: Db }

export const maxAddresses = 200

export async function readAddresses({ db }: Deps, actor: BuyerActor): Promise<StoredAddress[]> {
  return listAddresses(db, actor)
}

export async function getAddress({ db }: Deps, actor: BuyerActor, { id }: { id: number }): Promise<StoredAddress> {
  const found = await findAddress(db, { ...actor, id })
  if (!found) throw new AppError('notFound')
  return found
}

/** Adds an address or, with the right to manage the organisation, changes one. An equal address is not added again. */
export async function saveAddressInput(
  { db }: Deps,
  actor: BuyerActor,
  { id, fields }: AddressInput,
): Promise<StoredAddress> {
  if (id !== undefined && !may(actor, 'organisation.manage')) throw new AppError('forbidden')
  const errors = addressErrors(formOf(fields))
  if (Object.keys(errors).length > 0) throw new AppError('invalid', { fields: errors })
  return db.transaction(async (tx) => {
    await lockAddresses(tx, actor)
    const same = await findSameAddress(tx, { ...actor, fullAddress: fields.fullAddress })
    if (id === undefined) return same ?? addAddress(tx, actor, fields)
    await getAddress({ db: tx }, actor, { id })
    if (same && same.id !== id) throw new AppError('invalid', { fields: { full_address: sameAddress } })
    if (fields.isMain) await clearMain(tx, actor)
    await updateAddress(tx, { id, ...fields })
    return getAddress({ db: tx }, actor, { id })
  })
}

async function addAddress(tx: Db, actor: BuyerActor, fields: AddressFields): Promise<StoredAddress> {
  const { organisationId } = actor
  const others = await listAddresses(tx, actor)
  if (others.length >= maxAddresses)
    throw new AppError('invalid', { fields: { full_address: `Адресов не больше ${maxAddresses}: удалите ненужные` } })
  // Without the right to manage the organisation, the default address for others stays.
  const isMain = fields.isMain && may(actor, 'organisation.manage')
  if (isMain) await clearMain(tx, actor)
  const id = await insertAddress(tx, { organisationId, ...fields, isMain })
  return { id, ...fields, isMain }
}

/** Idempotent. */
export async function removeAddress({ db }: Deps, { organisationId }: BuyerActor, { id }: { id: number }) {
  await markDeleted(db, { organisationId, id })
}
