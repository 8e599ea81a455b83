import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import { clampedPagination, limitAndOffset, type Pagination } from '#server/platform/pagination.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { SellersContract } from '#shared/api/staff/sellers.ts'
import {
  countContracts,
  findContractSeller,
  listContractSellers,
  writeContractSeller,
} from './queries-contract-sellers.ts'

type Deps = { db: Db }
type Listed = { items: SellersContract[]; pagination: Pagination }

/** Contracts of all buyers; a page beyond the end is the last one. */
export async function listStaffContracts(
  { db }: Deps,
  { query: text = '', ...paging }: { query?: string | undefined; page: number; perPage: number },
): Promise<Listed> {
  const query = text.trim()
  const pagination = clampedPagination(paging, await countContracts(db, { query }))
  return { items: await listContractSellers(db, { query, ...limitAndOffset(pagination) }), pagination }
}

/** Applies to orders placed from now on; earlier ones keep their seller. */
export async function chooseSeller(
  { db }: Deps,
  actor: Actor,
  { contractId: id, sellerId }: { contractId: number; sellerId: number | null },
) {
  const changed = db.transaction(async (tx) => {
    const before = await findContractSeller(tx, { contractId: id })
    const contract = await writeContractSeller(tx, { contractId: id, sellerId })
    if (!before || !contract) throw new AppError('notFound')
    const object = { type: 'contract', id, organisationId: before.organisationId } as const
    const sides = { before: { sellerId: before.sellerId }, after: { sellerId } }
    await recordAudit(tx, byAccount(actor), { action: 'contract.changed', object, ...sides })
    return { contract }
  })
  return changed.catch((error: unknown) => {
    if (violatedConstraint(error)?.includes('seller_id') !== true) throw error
    throw new AppError('notFound', { fields: { seller: 'Такой организации нет' } })
  })
}
