import { dayOf, type Day } from '#shared/rules/dates.ts'
import { isAsRegistered } from '#shared/rules/parties/register-fields.ts'
import { contractNumberMessages } from '#shared/rules/parties/contract-number.ts'
import { fieldMessages } from '#shared/texts.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { allotContract, insertAccount } from '#server/customers/accounts/shared-queries-write.ts'
import {
  insertContract,
  insertContragent,
  insertOrganisation,
  replaceWarehouses,
  setPersonalManager,
  updateContragent,
} from '#server/customers/organisations/shared-queries-write.ts'
import { insertEvent } from '../queries.ts'
import { notifyApproved, notifyManager } from '../notify.ts'
import { registerFieldsOf } from '../shape.ts'
import { lockRequestOrThrow } from './decide.ts'
import { toParty } from './read.ts'
import {
  findContractTitle,
  findManager,
  findExisting,
  hasContract,
  lockOrganisation,
  lockContragent,
  type OrganisationToJoin,
  type ContragentToLink,
} from './queries-customers.ts'
import { giveConsentsToAccount, updateRequest, type StoredRequest } from './queries-requests.ts'

type Deps = { db: Db }
export type Approval = {
  id: number
  /** The organisation to join; null: create one. */
  organisationId: number | null
  /** The contract of the joined contragent; null: create one from the terms. */
  contractId: number | null
  terms: ContractTerms
  managerId: number | null
  notifyApplicant: boolean
}
type ContractTerms = {
  number: string
  /** Null: today. */
  signedOn: Day | null
  priceTypeId: number | null
  payment: 'prepaid' | 'deferred'
  prepaymentPercent: number
  deferralDays: number
  /** In order of preference. */
  warehouseIds: number[]
}

/**
 * Creates or links organisation, contragent, contract and account, in one transaction. An approved request stays as it
 * is, so the call is idempotent.
 */
export async function approve({ db }: Deps, actor: Actor, input: Approval): Promise<void> {
  await assertComplete(db, input)
  const approving = db.transaction(async (tx) => {
    const request = await lockRequestOrThrow(tx, input)
    if (request.status === 'approved') return
    if (request.status === 'rejected') throw new AppError('registrationDecided')
    const organisation = await resolveOrganisation(tx, actor, request, input)
    const contragentId = await resolveContragent(tx, actor, request, organisation)
    const contractId = await resolveContract(tx, actor, { organisation, contragentId, input })
    const accountId = await openAccount(tx, actor, request, { organisation, contractId })
    await updateRequest(tx, {
      id: request.id,
      set: {
        status: 'approved',
        decidedAt: 'now',
        decidedById: actor.accountId,
        decisionText: '',
        passwordHash: '',
        answerTokenHash: null,
        assigneeId: request.assigneeId ?? actor.accountId,
        organisationId: organisation.id,
        contragentId,
        contractId,
        accountId,
      },
    })
    await giveConsentsToAccount(tx, { id: request.id, accountId })
    await insertEvent(tx, { requestId: request.id, kind: 'approved', accountId: actor.accountId })
    await recordAudit(tx, byAccount(actor), {
      action: 'registration.approved',
      object: { type: 'registration', id: request.id, organisationId: organisation.id },
      after: { contragentId, contractId },
    })
    await notifyOutcome(tx, actor, request, { organisation, contractId, notifyApplicant: input.notifyApplicant })
  })
  await approving.catch(throwTaken)
}

/** Validation errors by field. */
async function assertComplete(db: Db, input: Approval): Promise<void> {
  const { contractId, managerId, terms } = input
  const { number, priceTypeId, warehouseIds } = terms
  const found = await findExisting(db, { priceTypeId, warehouseIds, managerId })
  const isNew = contractId === null
  const errors = {
    number: isNew && number === '' ? contractNumberMessages.missing : undefined,
    price_type: isNew && !found.priceType ? 'Выберите тип цен' : undefined,
    warehouses:
      isNew && (warehouseIds.length === 0 || found.warehouses < new Set(warehouseIds).size)
        ? fieldMessages.noWarehouse
        : undefined,
    manager: found.manager ? undefined : 'Такого менеджера нет',
  }
  const fields = Object.fromEntries(Object.entries(errors).filter(([, fault]) => fault !== undefined))
  throwIfInvalid(fields)
}

/** A new organisation, or an existing one to join; with its personal manager. */
async function resolveOrganisation(
  tx: Db,
  actor: Actor,
  { company }: StoredRequest,
  { organisationId, managerId }: Approval,
): Promise<OrganisationToJoin> {
  const joined = organisationId === null ? undefined : await lockOrganisation(tx, { id: organisationId })
  if (organisationId !== null && !joined)
    throw new AppError('notFound', { fields: { organisation: 'Такой организации нет' } })
  const by = byAccount(actor)
  const id = joined?.id ?? (await insertOrganisation(tx, { name: company }))
  const object = { type: 'organisation', id, organisationId: id } as const
  if (!joined) await recordAudit(tx, by, { action: 'organisation.created', object, after: { name: company } })
  if (managerId !== null && managerId !== joined?.managerId) {
    await setPersonalManager(tx, { organisationId: id, personalManagerId: managerId })
    await recordAudit(tx, by, {
      action: 'organisation.changed',
      object,
      before: { personalManagerId: joined?.managerId },
      after: { personalManagerId: managerId },
    })
  }
  const chosen = managerId ?? joined?.managerId ?? null
  return joined
    ? { ...joined, managerId: chosen }
    : { id, name: company, status: 'active', hasOwner: false, managerId: chosen }
}

/** Fills the gaps of a known contragent (from 1C), or creates a new one. */
async function resolveContragent(
  tx: Db,
  actor: Actor,
  request: StoredRequest,
  { id: organisationId }: OrganisationToJoin,
): Promise<number> {
  const by = byAccount(actor)
  const known = await lockContragent(tx, request)
  const columns = partyColumns(request)
  if (!known) {
    const legal = {
      ...columns,
      legalForm: request.legalForm,
      company: request.company,
      inn: request.inn,
      kpp: request.kpp,
    }
    const id = await insertContragent(tx, { ...legal, registerChecked: registerCheckedOf(request), organisationId })
    const object = { type: 'contragent', id, organisationId } as const
    await recordAudit(tx, by, { action: 'contragent.created', object, after: legal })
    return id
  }
  if (known.organisationId !== organisationId) throw new AppError('contragentElsewhere')
  const missing = onlyMissing(columns, known)
  const set = known.status === 'active' ? missing : { ...missing, status: 'active' }
  await updateContragent(tx, { id: known.id, ...set })
  const before = Object.fromEntries(Object.keys(set).map((name) => [name, known[name as keyof ContragentToLink]]))
  const object = { type: 'contragent', id: known.id, organisationId } as const
  await recordAudit(tx, by, { action: 'contragent.changed', object, before, after: set })
  return known.id
}

/** The day on which the register had exactly what the applicant entered. */
function registerCheckedOf(request: StoredRequest): Day | null {
  const data = toParty(request.registryParty)
  if (!data || !request.registryCheckedAt) return null
  return isAsRegistered(registerFieldsOf(request), { value: '', data }) ? dayOf(request.registryCheckedAt) : null
}

function partyColumns(request: StoredRequest) {
  return {
    fullName: request.fullName,
    ogrn: request.ogrn,
    legalAddress: request.legalAddress,
    actualAddress: request.actualAddress === request.legalAddress ? '' : request.actualAddress,
    headName: request.headName,
    headPost: request.headPost,
    bank: request.bank,
    bik: request.bik,
    account: request.account,
    correspondentAccount: request.correspondentAccount,
    phone: request.phone,
    email: request.email,
  }
}

type Columns = ReturnType<typeof partyColumns>

/** 1C's data is kept; the applicant's fills empty fields. */
function onlyMissing(columns: Columns, known: Pick<ContragentToLink, keyof Columns>): Partial<Columns> {
  const entries = Object.entries(columns) as [keyof Columns, string][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' && known[name] === ''))
}

async function resolveContract(
  tx: Db,
  actor: Actor,
  { organisation, contragentId, input }: { organisation: OrganisationToJoin; contragentId: number; input: Approval },
): Promise<number> {
  if (input.contractId !== null) {
    if (await hasContract(tx, { id: input.contractId, contragentId })) return input.contractId
    throw new AppError('notFound', { fields: { contract: 'Договор другого контрагента' } })
  }
  const { number, signedOn, priceTypeId, payment, prepaymentPercent, deferralDays } = input.terms
  const terms = {
    number,
    signedOn: signedOn ?? dayOf(new Date()),
    priceTypeId: priceTypeId ?? 0,
    payment,
    ...(payment === 'prepaid' ? { prepaymentPercent, deferralDays: 0 } : { deferralDays }),
  }
  const warehouseIds = [...new Set(input.terms.warehouseIds)]
  const id = await insertContract(tx, { ...terms, organisationId: organisation.id, contragentId })
  await replaceWarehouses(tx, { contractId: id, warehouseIds })
  const object = { type: 'contract', id, organisationId: organisation.id } as const
  const after = { ...terms, contragentId, warehouses: warehouseIds }
  await recordAudit(tx, byAccount(actor), { action: 'contract.created', object, after })
  return id
}

/** Creates the owner of the organisation or, if it has one, an employee with this contract only. */
async function openAccount(
  tx: Db,
  actor: Actor,
  { email: login, passwordHash, contactName: name, phone }: StoredRequest,
  { organisation, contractId }: { organisation: OrganisationToJoin; contractId: number },
): Promise<number> {
  const role = organisation.hasOwner ? 'manager' : 'owner'
  const account = { login, name, phone, role, organisationId: organisation.id }
  const id = await insertAccount(tx, { ...account, passwordHash })
  if (organisation.hasOwner) await allotContract(tx, { accountId: id, contractId })
  const object = { type: 'account', id, organisationId: organisation.id } as const
  await recordAudit(tx, byAccount(actor), { action: 'account.created', object, after: account })
  return id
}

type Outcome = { organisation: OrganisationToJoin; contractId: number; notifyApplicant: boolean }

async function notifyOutcome(
  tx: Db,
  { accountId }: Actor,
  request: StoredRequest,
  { organisation: { managerId }, contractId, notifyApplicant }: Outcome,
): Promise<void> {
  const contract = await findContractTitle(tx, { id: contractId })
  const manager = managerId === null ? undefined : await findManager(tx, { id: managerId })
  if (notifyApplicant) await notifyApproved(tx, request, { contract, manager })
  const accountIds = (manager?.accountIds ?? []).filter((id) => id !== accountId)
  await notifyManager(tx, request, { accountIds, contract })
}

/** A concurrent decision took the login or number. */
function throwTaken(error: unknown): never {
  const constraint = violatedConstraint(error)
  if (constraint === 'accounts_login_key') throw new AppError('emailTaken', {}, { cause: error })
  if (constraint === 'contragents_inn_kpp_key') throw new AppError('contragentElsewhere', {}, { cause: error })
  if (constraint === 'contracts_number_key')
    throw new AppError('invalid', { fields: { number: contractNumberMessages.taken } }, { cause: error })
  throw error
}
