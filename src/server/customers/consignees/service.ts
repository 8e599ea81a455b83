import { randomUUID } from 'node:crypto'
import { may } from '#shared/rights.ts'
import { consigneeErrors } from '#shared/rules/parties/consignee-form.ts'
import { formRefusals } from '#shared/texts.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isDocument } from '#server/platform/files/document-types.ts'
import { scanTypeOf } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  findConsignee,
  insertConsignee,
  listConsignees,
  lockConsignees,
  markDeleted,
  setFile,
  updateConsignee,
  type PowerOfAttorneyFile,
  type ConsigneeFields,
  type StoredConsignee,
} from './queries.ts'
import { formOf, type ConsigneeInput } from './shape-form.ts'

type Deps = { db: Db; files: FileStore }

const maxConsignees = 200

export async function readConsignees({ db }: Pick<Deps, 'db'>, actor: BuyerActor): Promise<StoredConsignee[]> {
  return listConsignees(db, actor)
}

export async function getConsignee(
  { db }: Pick<Deps, 'db'>,
  actor: BuyerActor,
  { id }: { id: number },
): Promise<StoredConsignee> {
  const found = await findConsignee(db, { ...actor, id })
  if (!found) throw new AppError('notFound')
  return found
}

type SaveInput = ConsigneeInput & { file: { name: string; bytes: Buffer } | undefined }

/**
 * Adds a consignee or, with the right to manage the organisation, changes one. A new power of attorney replaces the
 * former one; an equal consignee is not added again.
 */
export async function saveConsignee(
  deps: Deps,
  actor: BuyerActor,
  { id, fields, file }: SaveInput,
): Promise<StoredConsignee> {
  if (id !== undefined && !may(actor, 'organisation.manage')) throw new AppError('forbidden')
  if (file && actor.demo) throw new AppError('demoForbidden')
  const errors = consigneeErrors(formOf(fields))
  if (Object.keys(errors).length > 0) throw new AppError('invalid', { fields: errors })
  const stored = file && (await storeFile(deps, file))
  let replaced: PowerOfAttorneyFile | null = null
  try {
    const saved = await deps.db.transaction(async (tx) => {
      await lockConsignees(tx, actor)
      const before =
        id === undefined ? await findSame(tx, actor, fields) : await getConsignee({ db: tx }, actor, { id })
      const savedId = before?.id ?? (await addConsignee(tx, actor, fields))
      if (id !== undefined) await updateConsignee(tx, { id, ...fields })
      if (stored) {
        replaced = before?.file ?? null
        await setFile(tx, { id: savedId, file: stored })
      }
      return getConsignee({ db: tx }, actor, { id: savedId })
    })
    await deleteFile(deps, replaced)
    return saved
  } catch (error) {
    await deleteFile(deps, stored)
    throw error
  }
}

async function findSame(tx: Db, actor: BuyerActor, fields: ConsigneeFields): Promise<StoredConsignee | undefined> {
  const all = await listConsignees(tx, actor)
  return all.find((each) =>
    (Object.keys(fields) as (keyof ConsigneeFields)[]).every((name) => each[name] === fields[name]),
  )
}

async function addConsignee(tx: Db, actor: BuyerActor, fields: ConsigneeFields): Promise<number> {
  if ((await listConsignees(tx, actor)).length >= maxConsignees)
    throw new AppError('invalid', { fields: { surname: `Получателей не больше ${maxConsignees}: удалите ненужных` } })
  return insertConsignee(tx, { organisationId: actor.organisationId, ...fields })
}

async function storeFile(
  { files }: Deps,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<PowerOfAttorneyFile> {
  const type = isDocument('pdf', bytes) ? 'pdf' : await scanTypeOf(bytes)
  if (type === undefined) throw new AppError('noAttorney', { data: formRefusals.noAttorney })
  const id = randomUUID()
  const key = `attorneys/${id.slice(0, 2)}/${id}.${type}`
  await files.put(key, bytes)
  return { key, name: name || `Доверенность.${type}`, type, sizeBytes: bytes.length }
}

async function deleteFile({ files }: Deps, file: PowerOfAttorneyFile | null | undefined): Promise<void> {
  if (file) await files.delete(file.key)
}

/** Old orders keep the name; the scan is deleted. Idempotent. */
export async function removeConsignee(deps: Deps, actor: BuyerActor, { id }: { id: number }): Promise<void> {
  const file = await deps.db.transaction(async (tx) => {
    await lockConsignees(tx, actor)
    const stored = await findConsignee(tx, { ...actor, id })
    if (!stored) return null
    await setFile(tx, { id, file: null })
    await markDeleted(tx, { id })
    return stored.file
  })
  await deleteFile(deps, file)
}
