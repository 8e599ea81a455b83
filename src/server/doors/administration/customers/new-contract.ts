import { dayOf, type Day } from '#shared/rules/dates.ts'
import { contractNumberMessages } from '#shared/rules/parties/contract-number.ts'
import { readContragents } from '#server/customers/contragents/service.ts'
import { insertContract, replaceWarehouses } from '#server/customers/organisations/shared-queries-write.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { hasRecentAction } from '#server/platform/audit/shared-queries-audit.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { findContract, readContract } from '../queries.ts'
import { assertKnown, hasTerms, lockContract, type ContractTerms } from './contract-terms.ts'
import { findUsualSeller, lockCustomer, type StoredContract } from './queries-card.ts'

type NewContract = {
  organisationId: number
  contragentId: number
  number: string
  /** Undefined: today. */
  signedOn: Day | undefined
  terms: ContractTerms
}

/** An answer may be lost, and the same contract sent again. */
const repeatedWithinHours = 1

/**
 * Makes a contract of one of the customer's contragents, with the seller of the others. Sent again by the same person
 * within an hour it is the one that exists; otherwise its number is taken.
 */
export async function createContract(
  { db }: { db: Db },
  actor: StaffActor,
  { organisationId, contragentId, number, signedOn, terms }: NewContract,
): Promise<StoredContract> {
  if (number === '') throw new AppError('invalid', { fields: { number: contractNumberMessages.missing } })
  await assertKnown({ db }, terms)
  const creating = db.transaction(async (tx) => {
    if (!(await lockCustomer(tx, { actor, organisationId }))) throw new AppError('notFound')
    await assertContragent(tx, { organisationId, contragentId })
    const existing = await findContract(tx, { contragentId, number })
    if (existing) return ownContract(tx, actor, { id: existing.id, signedOn, terms })
    const { warehouses, ...columns } = terms
    const id = await insertContract(tx, {
      ...columns,
      sellerId: await findUsualSeller(tx, { organisationId, contragentId }),
      organisationId,
      contragentId,
      number,
      signedOn: signedOn ?? dayOf(new Date()),
    })
    await replaceWarehouses(tx, { contractId: id, warehouseIds: warehouses })
    await recordAudit(tx, byAccount(actor), {
      action: 'contract.created',
      object: { type: 'contract', id, organisationId },
      after: await readContract(tx, { id }),
    })
    return lockContract(tx, actor, id)
  })
  return creating.catch(throwTaken)
}

/** 1C or a command has made a contract of this number at the same time. */
function throwTaken(error: unknown): never {
  throw violatedConstraint(error) === 'contracts_number_key' ? numberTaken(error) : error
}

const numberTaken = (cause?: unknown) =>
  new AppError('invalid', { fields: { number: contractNumberMessages.taken } }, { cause })

async function assertContragent(
  tx: Db,
  { organisationId, contragentId }: Pick<NewContract, 'organisationId' | 'contragentId'>,
): Promise<void> {
  const contragent = (await readContragents({ db: tx }, { organisationId })).find(({ id }) => id === contragentId)
  if (!contragent) throw new AppError('notFound', { fields: { contragent: 'Контрагент другой организации' } })
  if (contragent.status !== 'active') throw new AppError('invalid', { fields: { contragent: 'Контрагент отключён' } })
}

/** The contract that the caller has just made with the same terms: a call sent twice makes one. */
async function ownContract(
  tx: Db,
  actor: StaffActor,
  { id, signedOn = dayOf(new Date()), terms }: Pick<NewContract, 'signedOn' | 'terms'> & { id: number },
): Promise<StoredContract> {
  const existing = await lockContract(tx, actor, id)
  const isOwn = await hasRecentAction(tx, {
    accountId: actor.accountId,
    action: 'contract.created',
    objectType: 'contract',
    objectId: String(id),
    withinHours: repeatedWithinHours,
  })
  if (isOwn && existing.signedOn === signedOn && hasTerms(existing, terms)) return existing
  throw numberTaken()
}
