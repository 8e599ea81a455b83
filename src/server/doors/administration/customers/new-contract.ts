import { dayOf, type Day } from '#shared/rules/dates.ts'
import { contractNumberMessages } from '#shared/rules/parties/contract-number.ts'
import { insertContract, replaceWarehouses } from '#server/customers/organisations/shared-queries-write.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { findContract, readContract } from '../queries.ts'
import { assertKnown, hasTerms, type ContractTerms } from './contract-terms.ts'
import { listCustomerContragents, lockCustomer, lockCustomerContract, type StoredContract } from './queries-card.ts'

type NewContract = {
  organisationId: number
  contragentId: number
  number: string
  /** Undefined: today. */
  signedOn: Day | undefined
  terms: ContractTerms
}

/**
 * Makes a contract of one of the customer's contragents. The same contract again is the one that exists; another one
 * with its number is refused.
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
    if (existing) return sameContract(tx, actor, { id: existing.id, signedOn, terms })
    const { warehouses, ...columns } = terms
    const id = await insertContract(tx, {
      ...columns,
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
    return readStored(tx, actor, id)
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
  const contragent = (await listCustomerContragents(tx, { organisationId })).find(({ id }) => id === contragentId)
  if (!contragent) throw new AppError('notFound', { fields: { contragent: 'Контрагент другой организации' } })
  if (contragent.status !== 'active') throw new AppError('invalid', { fields: { contragent: 'Контрагент отключён' } })
}

/** The existing contract if it is the one that was asked for: a call sent twice makes one contract. */
async function sameContract(
  tx: Db,
  actor: StaffActor,
  { id, signedOn, terms }: Pick<NewContract, 'signedOn' | 'terms'> & { id: number },
): Promise<StoredContract> {
  const existing = await readStored(tx, actor, id)
  const isSameDay = signedOn === undefined || existing.signedOn === signedOn
  if (isSameDay && hasTerms(existing, terms)) return existing
  throw numberTaken()
}

async function readStored(tx: Db, actor: StaffActor, contractId: number): Promise<StoredContract> {
  const contract = await lockCustomerContract(tx, { actor, contractId, today: dayOf(new Date()) })
  if (!contract) throw new AppError('notFound')
  return contract
}
