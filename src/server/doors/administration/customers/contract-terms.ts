import { dayOf } from '#shared/rules/dates.ts'
import { fieldMessages } from '#shared/texts.ts'
import { applyConditions } from '#server/catalogue/conditions/apply.ts'
import { listAllPriceTypes, listPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { replaceWarehouses, updateContract } from '#server/customers/organisations/shared-queries-write.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { listWarehouses } from '../queries.ts'
import { isRepriced, lockCustomerContract, type StoredContract } from './queries-card.ts'

type Deps = { db: Db }
export type ContractTerms = Pick<
  StoredContract,
  | 'status'
  | 'validTo'
  | 'priceTypeId'
  | 'rrcTypeId'
  | 'payment'
  | 'prepaymentPercent'
  | 'deferralDays'
  | 'creditLimitKopecks'
  | 'minOrderKopecks'
  | 'freeDeliveryKopecks'
  | 'holdDays'
  | 'stockDisplay'
  | 'stockCapMilli'
  | 'warehouses'
>

/** Price types and warehouses that a contract may use. */
export async function readContractOptions({ db }: Deps) {
  return {
    priceTypes: await listPriceTypes(db),
    rrcTypes: await listAllPriceTypes(db),
    warehouses: await listWarehouses(db),
  }
}

/** Applies to baskets and orders from now on. The same terms again change nothing, whatever version is sent. */
export async function changeTerms(
  deps: Deps,
  actor: StaffActor,
  { id, version, terms }: { id: number; version: string; terms: ContractTerms },
): Promise<StoredContract> {
  await assertKnown(deps, terms)
  return changeContract(
    deps,
    actor,
    id,
    async (tx, contract) => {
      if (hasTerms(contract, terms)) return undefined
      const before = storedTerms(contract, terms)
      if (contract.version !== version) throw new AppError('conflict')
      const { warehouses, ...columns } = terms
      await updateContract(tx, { id: contract.id, terms: columns })
      if (!isSame(before.warehouses, warehouses))
        await replaceWarehouses(tx, { contractId: contract.id, warehouseIds: warehouses })
      if (before.priceTypeId !== terms.priceTypeId)
        await applyConditions(tx, { owner: { contractId: contract.id, priceTypeId: null } })
      return { before, after: terms }
      // Conditions refer to contracts: whoever writes both locks the catalogue first.
    },
    { catalogue: (await isRepriced(deps.db, { id, priceTypeId: terms.priceTypeId })) ? 'locked' : 'open' },
  )
}

/** Stops new orders with a reason that the buyer reads, or resumes them and removes the reason. Idempotent. */
export async function stopOrResume(
  deps: Deps,
  actor: StaffActor,
  { id, stop, reason }: { id: number; stop: boolean; reason: string },
): Promise<StoredContract> {
  const alert = reason.trim()
  if (stop && alert === '') throw new AppError('invalid', { fields: { reason: 'Напишите покупателю причину' } })
  return changeContract(deps, actor, id, async (tx, { stopOrders, debtAlert }) => {
    const before = { stopOrders, debtAlert }
    const after = { stopOrders: stop, debtAlert: stop ? alert : null }
    if (isSame(before, after)) return undefined
    await updateContract(tx, { id, terms: after })
    return { before, after }
  })
}

type Changed = { before: Record<string, unknown>; after: Record<string, unknown> }

async function changeContract(
  { db }: Deps,
  actor: StaffActor,
  contractId: number,
  change: (tx: Db, contract: StoredContract) => Promise<Changed | undefined>,
  { catalogue = 'open' }: { catalogue?: 'locked' | 'open' } = {},
): Promise<StoredContract> {
  return db.transaction(async (tx) => {
    if (catalogue === 'locked') await lockCatalogueWriters(tx)
    const contract = await lockContract(tx, actor, contractId)
    const changed = await change(tx, contract)
    if (!changed) return contract
    const object = { type: 'contract', id: contractId, organisationId: contract.organisationId } as const
    await recordAudit(tx, byAccount(actor), { action: 'contract.changed', object, ...changed })
    return lockContract(tx, actor, contractId)
  })
}

/** Locks a contract of a customer of the caller and reads it; throws `notFound` for others. */
export async function lockContract(tx: Db, actor: StaffActor, contractId: number): Promise<StoredContract> {
  const contract = await lockCustomerContract(tx, { actor, contractId, today: dayOf(new Date()) })
  if (!contract) throw new AppError('notFound')
  return contract
}

/** The stored values of the same names, in the same order. */
function storedTerms(contract: StoredContract, terms: ContractTerms): ContractTerms {
  const names = Object.keys(terms) as (keyof ContractTerms)[]
  return Object.fromEntries(names.map((name) => [name, contract[name]])) as ContractTerms
}

/** Both sides have the same keys in the same order. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Whether a contract has exactly these terms. */
export function hasTerms(contract: StoredContract, terms: ContractTerms): boolean {
  return isSame(storedTerms(contract, terms), terms)
}

/** Throws validation errors by field. */
export async function assertKnown(deps: Deps, { priceTypeId, rrcTypeId, warehouses }: ContractTerms): Promise<void> {
  const options = await readContractOptions(deps)
  const has = (list: readonly { id: number }[], id: number) => list.some((each) => each.id === id)
  const errors = {
    price_type: has(options.priceTypes, priceTypeId) ? undefined : 'Выберите тип цен',
    rrc_type: rrcTypeId === null || has(options.rrcTypes, rrcTypeId) ? undefined : 'Такого типа цен нет',
    warehouses:
      warehouses.length > 0 && warehouses.every((id) => has(options.warehouses, id))
        ? undefined
        : fieldMessages.noWarehouse,
  }
  const fields = Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
  throwIfInvalid(fields)
}
