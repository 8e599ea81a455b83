import { listPersonalManagers } from '#server/customers/organisations/shared-queries-customers.ts'
import type { CustomerGroup } from '#shared/api/administration/customer-groups.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { setPersonalManager } from '#server/customers/organisations/shared-queries-write.ts'
import { readContragents } from '#server/customers/contragents/service.ts'
import { readEmployees } from '#server/customers/employees/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitAndOffset, paginationOf } from '#server/platform/pagination.ts'
import type { OrganisationEditor, StaffActor } from '#server/platform/sessions/actor.ts'
import { findCustomer, findOpenWork, listCustomerContracts, listLatestOrders, lockCustomer } from './queries-card.ts'
import { listCustomers } from './queries-list.ts'
import { findMergers, listSimilar } from './merge/queries-merge.ts'
import { countNotes, deleteNote, insertNote, listNotes } from './queries-notes.ts'

type Deps = { db: Db }
type CustomerRef = { organisationId: number }
type ListInput = { group: CustomerGroup; query: string; page: number; perPage: number }

const maxNotes = 200

/** The caller's customers. */
export async function readCustomers({ db }: Deps, actor: StaffActor, { group, query, ...paging }: ListInput) {
  const filter = { actor, query, today: dayOf(new Date()) }
  const { counts, customers } = await listCustomers(db, { ...filter, group, ...limitAndOffset(paging) })
  return { customers, counts, pagination: paginationOf(paging, counts[group]) }
}

export type CustomerCard = Awaited<ReturnType<typeof readCustomer>>

/** Throws `notFound` for an organisation that is not the caller's customer. */
export async function readCustomer({ db }: Deps, actor: StaffActor, { organisationId }: CustomerRef) {
  const head = await findCustomer(db, { actor, organisationId })
  if (!head) throw new AppError('notFound')
  const today = dayOf(new Date())
  return {
    head,
    today,
    accountId: actor.accountId,
    managers: await listPersonalManagers(db),
    contracts: await listCustomerContracts(db, { organisationId, today }),
    contragents: await readContragents({ db }, { organisationId }),
    employees: await readEmployees({ db }, { organisationId }),
    orders: await listLatestOrders(db, { organisationId }),
    open: await findOpenWork(db, { organisationId }),
    notes: await listNotes(db, { organisationId }),
    mergers: await findMergers(db, { organisationId }),
    similar: await listSimilar(db, { actor, organisationId }),
  }
}

/** Assigns the personal manager, or nobody. Idempotent. */
export async function assignManager(
  { db }: Deps,
  actor: StaffActor,
  { organisationId, managerId }: CustomerRef & { managerId: number | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { managerId: before } = await lockOrThrow(tx, actor, { organisationId })
    if (before === managerId) return
    const isKnown = managerId === null || (await listPersonalManagers(tx)).some(({ id }) => id === managerId)
    if (!isKnown) throw new AppError('notFound', { fields: { manager: 'Такого менеджера нет' } })
    await setPersonalManager(tx, { organisationId, personalManagerId: managerId })
    await recordAudit(tx, byAccount(actor), {
      action: 'organisation.changed',
      object: { type: 'organisation', id: organisationId, organisationId },
      before: { personalManagerId: before },
      after: { personalManagerId: managerId },
    })
  })
}

/** The same key adds one note. */
export async function addNote(
  { db }: Deps,
  actor: StaffActor,
  { organisationId, key, text }: CustomerRef & { key: string; text: string },
): Promise<void> {
  if (text === '') throw new AppError('invalid', { fields: { text: 'Напишите заметку' } })
  await db.transaction(async (tx) => {
    await lockOrThrow(tx, actor, { organisationId })
    if ((await countNotes(tx, { organisationId })) >= maxNotes)
      throw new AppError('invalid', { fields: { text: `Заметок уже ${maxNotes}: удалите ненужные` } })
    await insertNote(tx, { organisationId, authorId: actor.accountId, key, text })
  })
}

/** Only the author deletes a note; another one's stays. Idempotent. */
export async function removeNote(
  { db }: Deps,
  actor: StaffActor,
  { organisationId, noteId }: CustomerRef & { noteId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrThrow(tx, actor, { organisationId })
    await deleteNote(tx, { organisationId, authorId: actor.accountId, noteId })
  })
}

/** Changes a customer as its owner would, under its lock. Throws `notFound` for others. */
export async function changeCustomer<Changed>(
  { db }: Deps,
  actor: StaffActor,
  { organisationId }: CustomerRef,
  change: (tx: Db, editor: OrganisationEditor) => Promise<Changed>,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    await lockOrThrow(tx, actor, { organisationId })
    return change(tx, { ...actor, organisationId })
  })
}

/** Locks a customer that is not merged into another one; throws `notFound` for those of others. */
export async function lockOrThrow(tx: Db, actor: StaffActor, { organisationId }: CustomerRef) {
  const customer = await lockCustomer(tx, { actor, organisationId })
  if (!customer) throw new AppError('notFound')
  if (customer.mergedIntoId !== null) throw new AppError('organisationMerged')
  return customer
}
