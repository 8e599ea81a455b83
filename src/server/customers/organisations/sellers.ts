import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveSeller, StaffSeller } from '#shared/api/staff/sellers.ts'
import { missingForInvoice, requisiteErrors } from '#shared/rules/parties/seller-requisites.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { lockSettings } from '#server/platform/settings.ts'
import { listAllSellers, removeSeller, type SellerColumns, type StoredSeller } from './shared-queries-sellers.ts'
import { auditFields, writeSeller } from './write-seller.ts'

type Deps = { db: Db }
type SellerInput = ParsedInputOf<typeof saveSeller>

export async function listSellers({ db }: Deps) {
  return { items: (await listAllSellers(db)).map(toWire) }
}

/** Saves one of our organisations; the first one becomes the default seller. Idempotent. */
export async function saveSellerChanges({ db }: Deps, actor: Actor, input: SellerInput) {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const all = await listAllSellers(tx)
    const current = all.find((each) =>
      input.id === undefined ? isSame(each, toColumns(input, each)) : each.id === input.id,
    )
    if (input.id !== undefined && !current) throw new AppError('notFound')
    const columns = toColumns(input, current ?? { isDefault: all.length === 0 })
    if (current && isSame(current, columns)) return { id: current.id, ...(await listSellers({ db: tx })) }
    if (current && current.version !== input.version) throw new AppError('conflict')
    throwIfInvalid(
      columns,
      all.filter((each) => each !== current),
    )
    const id = await writeSeller(tx, byAccount(actor), { id: current?.id, columns, all })
    return { id, ...(await listSellers({ db: tx })) }
  })
}

/** A seller with orders cannot be deleted, because their documents need it. Idempotent. */
export async function deleteSeller({ db }: Deps, actor: Actor, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const seller = (await listAllSellers(tx)).find((each) => each.id === id)
    if (seller && (seller.isDefault || seller.contracts > 0)) throw new AppError('sellerInUse')
    if (!(await removeSeller(tx, { id }))) throw new AppError('sellerInUse')
    const object = { type: 'seller', id } as const
    if (seller)
      await recordAudit(tx, byAccount(actor), { action: 'seller.deleted', object, before: auditFields(seller) })
    return listSellers({ db: tx })
  })
}

/** There is always a default seller: it changes only by choosing another one. */
function toColumns(input: SellerInput, { isDefault }: Pick<SellerColumns, 'isDefault'>): SellerColumns {
  const { company, inn, kpp, ogrn, phone, email, bank, bik, account, vat } = input
  return {
    company,
    fullName: input.full_name,
    inn,
    kpp,
    ogrn,
    legalAddress: input.legal_address,
    phone,
    email,
    headPost: input.head_post,
    headName: input.head_name,
    accountantName: input.accountant_name,
    bank,
    bik,
    account,
    correspondentAccount: input.correspondent_account,
    vat,
    isDefault: isDefault || input.is_default,
  }
}

function isSame(stored: StoredSeller, columns: SellerColumns): boolean {
  return (Object.keys(columns) as (keyof SellerColumns)[]).every((name) => stored[name] === columns[name])
}

function throwIfInvalid(columns: SellerColumns, others: readonly StoredSeller[]): void {
  const { correspondentAccount, ...faults } = requisiteErrors(columns)
  const fields: Record<string, string> = {
    ...faults,
    ...(correspondentAccount && { correspondent_account: correspondentAccount }),
  }
  if (others.some(({ inn, kpp }) => inn === columns.inn && kpp === columns.kpp))
    fields.inn ??= 'Организация с такими ИНН и КПП уже есть'
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

function toWire(seller: StoredSeller): StaffSeller {
  const { id, code1c, company, inn, kpp, ogrn, phone, email, bank, bik, account, vat, contracts, version } = seller
  return {
    id,
    code1c,
    company,
    full_name: seller.fullName,
    inn,
    kpp,
    ogrn,
    legal_address: seller.legalAddress,
    phone,
    email,
    head_post: seller.headPost,
    head_name: seller.headName,
    accountant_name: seller.accountantName,
    bank,
    bik,
    account,
    correspondent_account: seller.correspondentAccount,
    vat,
    is_default: seller.isDefault,
    contracts,
    lacking: missingForInvoice(seller),
    version,
  }
}
