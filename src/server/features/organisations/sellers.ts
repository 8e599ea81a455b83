import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveSeller, StaffSeller } from '#shared/api/staff-sellers.ts'
import { lackingForInvoice, requisiteFaults } from '#shared/rules/seller-requisites.ts'
import { AppError } from '#server/app-error.ts'
import { byAccount } from '#server/audit/changed-by.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { lockSettings } from '#server/settings.ts'
import { listAllSellers, removeSeller, type SellerColumns, type StoredSeller } from './queries-sellers.ts'
import { fieldsOf, writeSeller } from './write-seller.ts'

type Deps = { db: Db }
type SellerWish = ParsedInputOf<typeof saveSeller>

export async function listSellers({ db }: Deps) {
  return { items: (await listAllSellers(db)).map(toWire) }
}

/** Keeps an organisation of ours; the first one is the one that usually sells. What stands already is no change. */
export async function keepSeller({ db }: Deps, actor: Actor, wish: SellerWish) {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const all = await listAllSellers(tx)
    const stands = all.find((each) => (wish.id === undefined ? isSame(each, columnsOf(wish, each)) : each.id === wish.id))
    if (wish.id !== undefined && !stands) throw new AppError('notFound')
    const columns = columnsOf(wish, stands ?? { isDefault: all.length === 0 })
    if (stands && isSame(stands, columns)) return { id: stands.id, ...(await listSellers({ db: tx })) }
    if (stands && stands.version !== wish.version) throw new AppError('conflict')
    refuseFaults(columns, all.filter((each) => each !== stands))
    const id = await writeSeller(tx, byAccount(actor), { id: stands?.id, columns, all })
    return { id, ...(await listSellers({ db: tx })) }
  })
}

/** One that orders name stays for their papers. Deleting what is deleted already changes nothing. */
export async function dropSeller({ db }: Deps, actor: Actor, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const seller = (await listAllSellers(tx)).find((each) => each.id === id)
    if (seller && (seller.isDefault || seller.contracts > 0)) throw new AppError('sellerInUse')
    if (!(await removeSeller(tx, { id }))) throw new AppError('sellerInUse')
    const object = { type: 'seller', id } as const
    if (seller) await recordAudit(tx, byAccount(actor), { action: 'seller.deleted', object, before: fieldsOf(seller) })
    return listSellers({ db: tx })
  })
}

/** Somebody always sells where a contract names nobody: who does stops only when another one begins. */
function columnsOf(wish: SellerWish, { isDefault }: Pick<SellerColumns, 'isDefault'>): SellerColumns {
  const { company, inn, kpp, ogrn, phone, email, bank, bik, account, vat } = wish
  return {
    company, fullName: wish.full_name, inn, kpp, ogrn, legalAddress: wish.legal_address, phone, email, headPost: wish.head_post, headName: wish.head_name,
    accountantName: wish.accountant_name, bank, bik, account, correspondentAccount: wish.correspondent_account, vat, isDefault: isDefault || wish.is_default,
  }
}

function isSame(stored: StoredSeller, columns: SellerColumns): boolean {
  return (Object.keys(columns) as (keyof SellerColumns)[]).every((name) => stored[name] === columns[name])
}

function refuseFaults(columns: SellerColumns, others: readonly StoredSeller[]): void {
  const { correspondentAccount, ...faults } = requisiteFaults(columns)
  const fields: Record<string, string> = { ...faults, ...(correspondentAccount && { correspondent_account: correspondentAccount }) }
  if (others.some(({ inn, kpp }) => inn === columns.inn && kpp === columns.kpp)) fields.inn ??= 'Организация с такими ИНН и КПП уже есть'
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

function toWire(seller: StoredSeller): StaffSeller {
  const { id, code1c, company, inn, kpp, ogrn, phone, email, bank, bik, account, vat, contracts, version } = seller
  return {
    id, code1c, company, full_name: seller.fullName, inn, kpp, ogrn, legal_address: seller.legalAddress, phone, email, head_post: seller.headPost,
    head_name: seller.headName, accountant_name: seller.accountantName, bank, bik, account, correspondent_account: seller.correspondentAccount,
    vat, is_default: seller.isDefault, contracts, lacking: lackingForInvoice(seller), version,
  }
}
