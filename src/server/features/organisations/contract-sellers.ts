import type { ParsedInputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { setContractSeller, staffContracts } from '#shared/api/staff-sellers.ts'
import { AppError } from '#server/app-error.ts'
import { violatedConstraint, type Db } from '#server/db/client.ts'
import { countContracts, listContractSellers, writeContractSeller } from './queries-contract-sellers.ts'

type Deps = { db: Db }
type Listed = Omit<ReplyOf<typeof staffContracts>, 'status'>

/** Contracts of all buyers; asked for a page beyond the end, the last. */
export async function listStaffContracts({ db }: Deps, { query: text = '', page: asked, perpage }: ParsedInputOf<typeof staffContracts>): Promise<Listed> {
  const query = text.trim()
  const total = await countContracts(db, { query })
  const pages = Math.max(1, Math.ceil(total / perpage))
  const page = Math.min(asked, pages)
  return { items: await listContractSellers(db, { query, offset: (page - 1) * perpage, limit: perpage }), pagination: { page, perpage, pages, total } }
}

/** Orders that are placed from now on are sold by them; those placed before keep who sold. */
export async function chooseSeller({ db }: Deps, { id: contractId, seller }: ParsedInputOf<typeof setContractSeller>) {
  const contract = await writeContractSeller(db, { contractId, sellerId: seller ?? null }).catch((error: unknown) => {
    if (violatedConstraint(error)?.includes('seller_id') === true) throw new AppError('notFound', { fields: { seller: 'Такой организации нет' } })
    throw error
  })
  if (!contract) throw new AppError('notFound')
  return { contract }
}
