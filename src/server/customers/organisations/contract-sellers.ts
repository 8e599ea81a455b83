import type { ParsedInputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { setContractSeller, staffContracts } from '#shared/api/staff/sellers.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import {
  countContracts,
  findContractSeller,
  listContractSellers,
  writeContractSeller,
} from './queries-contract-sellers.ts'

type Deps = { db: Db }
type Listed = Omit<ReplyOf<typeof staffContracts>, 'status'>

/** Contracts of all buyers; asked for a page beyond the end, the last. */
export async function listStaffContracts(
  { db }: Deps,
  { query: text = '', page: requestedPage, perpage }: ParsedInputOf<typeof staffContracts>,
): Promise<Listed> {
  const query = text.trim()
  const total = await countContracts(db, { query })
  const pages = Math.max(1, Math.ceil(total / perpage))
  const page = Math.min(requestedPage, pages)
  return {
    items: await listContractSellers(db, { query, offset: (page - 1) * perpage, limit: perpage }),
    pagination: { page, perpage, pages, total },
  }
}

/** Orders that are placed from now on are sold by them; those placed before keep who sold. */
export async function chooseSeller(
  { db }: Deps,
  actor: Actor,
  { id, seller }: ParsedInputOf<typeof setContractSeller>,
) {
  const sellerId = seller ?? null
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
