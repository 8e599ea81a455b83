import { isBuyer } from '#shared/rights.ts'
import type { Day } from '#shared/rules/dates.ts'
import { contragentErrors, fixedIdentity, type FixedIdentity } from '#shared/rules/parties/contragent-form.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { OrganisationEditor } from '#server/platform/sessions/actor.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import {
  insertContragent,
  lockContractsOf,
  lockOrganisation,
  updateContragent,
} from '#server/customers/organisations/shared-queries-write.ts'
import { buildContragentCard } from './card-pdf.ts'
import { checkRegister } from './check-register.ts'
import { findByInn, listContragents, type ContragentColumns, type StoredContragent } from './queries.ts'
import { formOf, type ContragentInput } from './shape-form.ts'

type Deps = { db: Db }
type SaveDeps = Deps & { suggestions: Pick<Suggestions, 'findParties'> }
/** Undefined: the company register did not answer. */
type Checked = { registerChecked?: Day | null }
type OfOrganisation = Pick<OrganisationEditor, 'organisationId'>

/** Contracts or 1C refer to it; `fixedIdentity` tells what cannot be changed then. */
export const isIdentityFixed = ({ code1c, contracts }: StoredContragent): boolean =>
  code1c !== null || contracts.length > 0

export async function readContragents({ db }: Deps, { organisationId }: OfOrganisation): Promise<StoredContragent[]> {
  return listContragents(db, { organisationId })
}

export async function getContragent(
  { db }: Deps,
  { organisationId }: OfOrganisation,
  { id }: { id: number },
): Promise<StoredContragent> {
  const [found] = await listContragents(db, { organisationId, id })
  if (!found) throw new AppError('notFound')
  return found
}

/** The contragent's requisites as a document. */
export async function prepareContragentCard(
  deps: Deps,
  actor: OfOrganisation,
  { id, today }: { id: number; today: Day },
): Promise<PdfDocument> {
  const contragent = await getContragent(deps, actor, { id })
  return { name: `Карточка ${contragent.company}.pdf`, definition: buildContragentCard(contragent, today) }
}

/** Adds or changes a contragent. Idempotent. A deleted one is restored with its documents. */
export async function saveContragentInput(
  { db, suggestions }: SaveDeps,
  editor: OrganisationEditor,
  input: ContragentInput,
) {
  // A demo visitor's firm would block its owner until the nightly cleanup.
  if (editor.demo) throw new AppError('demoForbidden')
  // Before the transaction: locks must not wait for another service.
  const checked = await checkRequisites(suggestions, input)
  return db.transaction((tx) => saveChecked(tx, editor, { ...input, checked }))
}

/** What the company register says of the requisites; nothing if it did not answer. */
export async function checkRequisites(
  suggestions: SaveDeps['suggestions'],
  { columns }: Pick<ContragentInput, 'columns'>,
): Promise<Checked> {
  const registerChecked = await checkRegister(suggestions, formOf(columns))
  return registerChecked === undefined ? {} : { registerChecked }
}

/** Saves a contragent whose requisites `checkRequisites` has looked up. */
export async function saveChecked(
  tx: Db,
  editor: OrganisationEditor,
  { id: knownId, version, columns, checked }: ContragentInput & { checked: Checked },
): Promise<StoredContragent> {
  await lockOrganisation(tx, editor)
  const saving =
    knownId === undefined
      ? addContragent(tx, editor, columns, checked)
      : changeContragent(tx, editor, { id: knownId, version, columns, checked })
  return getContragent({ db: tx }, editor, { id: await saving.catch(throwTaken) })
}

/** Another organisation took the ИНН and КПП concurrently. */
function throwTaken(error: unknown): never {
  throw violatedConstraint(error) === 'contragents_inn_kpp_key'
    ? new AppError('contragentTaken', {}, { cause: error })
    : error
}

async function addContragent(
  tx: Db,
  editor: OrganisationEditor,
  columns: ContragentColumns,
  checked: Checked,
): Promise<number> {
  throwIfInvalid(contragentErrors(formOf(columns)))
  const known = await findByInn(tx, columns)
  if (known && known.organisationId !== editor.organisationId) throw new AppError('contragentTaken')
  if (known?.status === 'deleted')
    return restoreContragent(tx, editor, { id: known.id, columns: { ...columns, ...checked } })
  if (known) {
    const stored = await getContragent({ db: tx }, editor, known)
    if (isSame(stored, columns)) return known.id
    throw new AppError('contragentTaken', {
      fields: { inn: isBuyer(editor) ? 'Такой контрагент у вас уже есть' : 'Такой контрагент у организации уже есть' },
    })
  }
  const { organisationId } = editor
  const id = await insertContragent(tx, { ...columns, ...checked, organisationId })
  const object = { type: 'contragent', id, organisationId } as const
  await recordAudit(tx, byAccount(editor), { action: 'contragent.created', object, after: columns })
  if (!isBuyer(editor)) return id
  await notify(tx, {
    accountIds: await listStaffOfCustomer(tx, editor),
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
  editor: OrganisationEditor,
  { id, columns }: { id: number; columns: ContragentColumns & Checked },
): Promise<number> {
  const { organisationId } = editor
  const [stored] = await listContragents(tx, { organisationId, id, withDeleted: true })
  if (!stored) throw new AppError('notFound')
  const fixed = fixedIdentity({ isNamed: isIdentityFixed(stored), byStaff: !isBuyer(editor) })
  // What 1C did not tell is filled in.
  assertSameIdentity(fixed, { ...stored, ogrn: stored.ogrn || columns.ogrn }, columns)
  const after = { ...columns, status: 'active' } as const
  await updateContragent(tx, { id, ...after })
  await recordChange(tx, editor, { stored, after })
  return id
}

async function changeContragent(
  tx: Db,
  editor: OrganisationEditor,
  { id, version, columns, checked }: ContragentInput & { id: number; checked: Checked },
): Promise<number> {
  const stored = await getContragent({ db: tx }, editor, { id })
  const fixed = fixedIdentity({ isNamed: isIdentityFixed(stored), byStaff: !isBuyer(editor) })
  throwIfInvalid(contragentErrors(formOf(columns), { fixed: fixed.fields, known: formOf(stored) }))
  // An unchanged form still renews the check, once: sent again its version is old.
  const renewed = 'registerChecked' in checked && checked.registerChecked !== stored.registerChecked
  if (isSame(stored, columns) && !(renewed && stored.version === version)) return id
  if (stored.version !== version) throw new AppError('conflict')
  assertSameIdentity(fixed, stored, columns)
  const known = await findByInn(tx, columns)
  if (known && known.id !== id) throw takenByAnother(known, editor)
  const after = { ...columns, ...checked }
  await updateContragent(tx, { id, ...after })
  await recordChange(tx, editor, { stored, after })
  return id
}

/** A deleted one of the same organisation is not on its screen, so the message names the way to it. */
function takenByAnother(known: { organisationId: number; status: string }, editor: OrganisationEditor): AppError {
  if (known.organisationId !== editor.organisationId) return new AppError('contragentTaken')
  const text =
    known.status === 'deleted'
      ? 'С такими ИНН и КПП контрагент уже был и удалён: добавьте его снова'
      : 'С такими ИНН и КПП контрагент уже есть'
  return new AppError('contragentTaken', { fields: { kpp: text } })
}

async function recordChange(
  tx: Db,
  editor: OrganisationEditor,
  { stored, after }: { stored: StoredContragent; after: Partial<StoredContragent> },
): Promise<void> {
  const object = { type: 'contragent', id: stored.id, organisationId: editor.organisationId } as const
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, stored[name as keyof StoredContragent]]))
  await recordAudit(tx, byAccount(editor), { action: 'contragent.changed', object, before, after })
}

function assertSameIdentity(fixed: FixedIdentity, stored: StoredContragent, columns: ContragentColumns): void {
  const [before, after] = [formOf(stored), formOf(columns)]
  const changed = fixed.fields.filter((field) => before[field] !== after[field])
  throwIfInvalid(Object.fromEntries(changed.map((field) => [field, fixed.text])))
}

/** Allows or blocks new orders; waits for one being placed. Idempotent. */
export async function setContragentStatus(
  { db }: Deps,
  editor: OrganisationEditor,
  { id, status }: { id: number; status: 'active' | 'inactive' },
): Promise<StoredContragent> {
  return db.transaction(async (tx) => {
    await lockOrganisation(tx, editor)
    const stored = await getContragent({ db: tx }, editor, { id })
    if (stored.status === status) return stored
    await lockContractsOf(tx, { ...editor, contragentId: id })
    await updateContragent(tx, { id, status })
    await recordChange(tx, editor, { stored, after: { status } })
    return getContragent({ db: tx }, editor, { id })
  })
}

/** A contragent with an active contract cannot be deleted. Idempotent. */
export async function removeContragent(
  { db }: Deps,
  editor: OrganisationEditor,
  { id }: { id: number },
): Promise<void> {
  const { organisationId } = editor
  await db.transaction(async (tx) => {
    await lockOrganisation(tx, editor)
    await lockContractsOf(tx, { organisationId, contragentId: id })
    const [stored] = await listContragents(tx, { organisationId, id })
    if (!stored) return
    if (stored.contracts.some(({ status }) => status !== 'expired')) throw new AppError('contragentInUse')
    await updateContragent(tx, { id, status: 'deleted' })
    await recordChange(tx, editor, { stored, after: { status: 'deleted' } })
  })
}

function isSame(stored: StoredContragent, columns: ContragentColumns): boolean {
  return (Object.keys(columns) as (keyof ContragentColumns)[]).every((name) => stored[name] === columns[name])
}
