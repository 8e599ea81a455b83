import { requisiteErrors } from '#shared/rules/parties/seller-requisites.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { lockSettings } from '#server/platform/settings.ts'
import { listAllSellers, removeSeller, type SellerColumns, type StoredSeller } from './shared-queries-sellers.ts'
import { auditFields, writeSeller } from './write-seller.ts'

type Deps = { db: Db }
export type SellerInput = {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  columns: SellerColumns
}
type Saved = { id: number; sellers: StoredSeller[] }

/** Saves one of our organisations; the first one becomes the default seller. Idempotent. */
export async function saveSellerChanges({ db }: Deps, actor: Actor, input: SellerInput): Promise<Saved> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const all = await listAllSellers(tx)
    const current = all.find((each) =>
      input.id === undefined ? isSame(each, keepDefault(input, each)) : each.id === input.id,
    )
    if (input.id !== undefined && !current) throw new AppError('notFound')
    const columns = keepDefault(input, current ?? { isDefault: all.length === 0 })
    if (current && isSame(current, columns)) return { id: current.id, sellers: all }
    if (current && current.version !== input.version) throw new AppError('conflict')
    checkSeller(
      columns,
      all.filter((each) => each !== current),
    )
    const id = await writeSeller(tx, byAccount(actor), { id: current?.id, columns, all })
    return { id, sellers: await listAllSellers(tx) }
  })
}

/** A seller with orders cannot be deleted, because their documents need it. Idempotent. */
export async function deleteSeller({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<StoredSeller[]> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const seller = (await listAllSellers(tx)).find((each) => each.id === id)
    if (seller && (seller.isDefault || seller.contracts > 0)) throw new AppError('sellerInUse')
    if (!(await removeSeller(tx, { id }))) throw new AppError('sellerInUse')
    const object = { type: 'seller', id } as const
    if (seller)
      await recordAudit(tx, byAccount(actor), { action: 'seller.deleted', object, before: auditFields(seller) })
    return listAllSellers(tx)
  })
}

/** There is always a default seller: it changes only by choosing another one. */
const keepDefault = ({ columns }: SellerInput, { isDefault }: Pick<SellerColumns, 'isDefault'>): SellerColumns => ({
  ...columns,
  isDefault: isDefault || columns.isDefault,
})

function isSame(stored: StoredSeller, columns: SellerColumns): boolean {
  return (Object.keys(columns) as (keyof SellerColumns)[]).every((name) => stored[name] === columns[name])
}

function checkSeller(columns: SellerColumns, others: readonly StoredSeller[]): void {
  const { correspondentAccount, ...faults } = requisiteErrors(columns)
  const fields: Record<string, string> = {
    ...faults,
    ...(correspondentAccount && { correspondent_account: correspondentAccount }),
  }
  if (others.some(({ inn, kpp }) => inn === columns.inn && kpp === columns.kpp))
    fields.inn ??= 'Организация с такими ИНН и КПП уже есть'
  throwIfInvalid(fields)
}
