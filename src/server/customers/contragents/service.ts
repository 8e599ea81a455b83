import type { Day } from '#shared/rules/dates.ts'
import { contragentErrors, identityFields, identityFixedText } from '#shared/rules/parties/contragent-form.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import { insertContragent, updateContragent } from '#server/customers/organisations/shared-queries-write.ts'
import { buildContragentCard } from './card-pdf.ts'
import { checkRegister } from './check-register.ts'
import {
  findByInn,
  listContragents,
  lockContractsOf,
  lockOrganisation,
  type ContragentColumns,
  type StoredContragent,
} from './queries.ts'
import { formOf, type ContragentInput } from './shape-form.ts'

type Deps = { db: Db }
type SaveDeps = Deps & { suggestions: Pick<Suggestions, 'findParties'> }
/** Undefined: the company register did not answer. */
type Checked = { registerChecked?: Day | null }

/** The legal entity is fixed once contracts or 1C refer to it. */
export const isIdentityFixed = ({ code1c, contracts }: StoredContragent): boolean =>
  code1c !== null || contracts.length > 0

export async function readContragents({ db }: Deps, { organisationId }: BuyerActor): Promise<StoredContragent[]> {
  return listContragents(db, { organisationId })
}

export async function getContragent(
  { db }: Deps,
  { organisationId }: BuyerActor,
  { id }: { id: number },
): Promise<StoredContragent> {
  const [found] = await listContragents(db, { organisationId, id })
  if (!found) throw new AppError('notFound')
  return found
}

/** The contragent's requisites as a document. */
export async function prepareContragentCard(
  deps: Deps,
  actor: BuyerActor,
  { id, today }: { id: number; today: Day },
): Promise<PdfDocument> {
  const contragent = await getContragent(deps, actor, { id })
  return { name: `Карточка ${contragent.company}.pdf`, definition: buildContragentCard(contragent, today) }
}

/** Adds or changes a contragent. Idempotent. A deleted one is restored with its documents. */
export async function saveContragentInput({ db, suggestions }: SaveDeps, actor: BuyerActor, input: ContragentInput) {
  // A demo visitor's firm would block its owner until the nightly cleanup.
  if (actor.demo) throw new AppError('demoForbidden')
  const { id: knownId, version, columns } = input
  // Before the transaction: locks must not wait for another service.
  const registerChecked = await checkRegister(suggestions, formOf(columns))
  const checked = registerChecked === undefined ? {} : { registerChecked }
  return db.transaction(async (tx) => {
    await lockOrganisation(tx, actor)
    const id =
      knownId === undefined
        ? await addContragent(tx, actor, columns, checked)
        : await changeContragent(tx, actor, { id: knownId, version, columns, checked })
    return getContragent({ db: tx }, actor, { id })
  })
}

async function addContragent(tx: Db, actor: BuyerActor, columns: ContragentColumns, checked: Checked): Promise<number> {
  throwIfInvalid(contragentErrors(formOf(columns)))
  const known = await findByInn(tx, columns)
  if (known && known.organisationId !== actor.organisationId) throw new AppError('contragentTaken')
  if (known?.status === 'deleted')
    return restoreContragent(tx, actor, { id: known.id, columns: { ...columns, ...checked } })
  if (known) {
    const stored = await getContragent({ db: tx }, actor, known)
    if (isSame(stored, columns)) return known.id
    throw new AppError('contragentTaken', { fields: { inn: 'Такой контрагент у вас уже есть' } })
  }
  const { organisationId } = actor
  const id = await insertContragent(tx, { ...columns, ...checked, organisationId })
  const object = { type: 'contragent', id, organisationId } as const
  await recordAudit(tx, byAccount(actor), { action: 'contragent.created', object, after: columns })
  await notify(tx, {
    accountIds: await listStaffOfCustomer(tx, actor),
    kind: 'contragent',
    title: `Новый контрагент: ${columns.company}`,
    text: `ИНН ${columns.inn}. Покупатель ждёт договора`,
    link: '',
    eventKey: `contragent-created:${id}`,
  })
  return id
}

async function restoreContragent(
  tx: Db,
  actor: BuyerActor,
  { id, columns }: { id: number; columns: ContragentColumns & Checked },
): Promise<number> {
  await updateContragent(tx, { id, ...columns, status: 'active' })
  await recordStatus(tx, actor, { id, before: 'deleted', after: 'active' })
  return id
}

async function changeContragent(
  tx: Db,
  actor: BuyerActor,
  { id, version, columns, checked }: ContragentInput & { id: number; checked: Checked },
): Promise<number> {
  const stored = await getContragent({ db: tx }, actor, { id })
  const identityFixed = isIdentityFixed(stored)
  throwIfInvalid(contragentErrors(formOf(columns), { identityFixed }))
  // An unchanged form still renews the check, once: sent again its version is old.
  const renewed = 'registerChecked' in checked && checked.registerChecked !== stored.registerChecked
  if (isSame(stored, columns) && !(renewed && stored.version === version)) return id
  if (stored.version !== version) throw new AppError('conflict')
  if (identityFixed) assertSameIdentity(stored, columns)
  const known = await findByInn(tx, columns)
  if (known && known.id !== id) throw new AppError('contragentTaken')
  const after = { ...columns, ...checked }
  await updateContragent(tx, { id, ...after })
  const object = { type: 'contragent', id, organisationId: actor.organisationId } as const
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, stored[name as keyof typeof after]]))
  await recordAudit(tx, byAccount(actor), { action: 'contragent.changed', object, before, after })
  return id
}

function assertSameIdentity(stored: StoredContragent, columns: ContragentColumns): void {
  const [before, after] = [formOf(stored), formOf(columns)]
  const changed = identityFields.filter((field) => before[field] !== after[field])
  throwIfInvalid(Object.fromEntries(changed.map((field) => [field, identityFixedText])))
}

function throwIfInvalid(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

/** Allows or blocks new orders; waits for one being placed. Idempotent. */
export async function setContragentStatus(
  { db }: Deps,
  actor: BuyerActor,
  { id, status }: { id: number; status: 'active' | 'inactive' },
): Promise<StoredContragent> {
  return db.transaction(async (tx) => {
    await lockOrganisation(tx, actor)
    const stored = await getContragent({ db: tx }, actor, { id })
    if (stored.status === status) return stored
    await lockContractsOf(tx, { ...actor, contragentId: id })
    await updateContragent(tx, { id, status })
    await recordStatus(tx, actor, { id, before: stored.status, after: status })
    return getContragent({ db: tx }, actor, { id })
  })
}

/** A contragent with an active contract cannot be deleted. Idempotent. */
export async function removeContragent({ db }: Deps, actor: BuyerActor, { id }: { id: number }): Promise<void> {
  const { organisationId } = actor
  await db.transaction(async (tx) => {
    await lockOrganisation(tx, actor)
    await lockContractsOf(tx, { organisationId, contragentId: id })
    const [stored] = await listContragents(tx, { organisationId, id })
    if (!stored) return
    if (stored.contracts.some(({ status }) => status !== 'expired')) throw new AppError('contragentInUse')
    await updateContragent(tx, { id, status: 'deleted' })
    await recordStatus(tx, actor, { id, before: stored.status, after: 'deleted' })
  })
}

async function recordStatus(
  tx: Db,
  actor: BuyerActor,
  { id, before, after }: { id: number; before: string; after: string },
): Promise<void> {
  const object = { type: 'contragent', id, organisationId: actor.organisationId } as const
  const entry = { action: 'contragent.changed', object, before: { status: before }, after: { status: after } } as const
  await recordAudit(tx, byAccount(actor), entry)
}

function isSame(stored: StoredContragent, columns: ContragentColumns): boolean {
  return (Object.keys(columns) as (keyof ContragentColumns)[]).every((name) => stored[name] === columns[name])
}
