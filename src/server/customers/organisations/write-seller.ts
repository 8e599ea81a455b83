import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  clearDefaultSeller,
  insertSeller,
  updateSeller,
  type NewSeller,
  type StoredSeller,
} from './shared-queries-sellers.ts'

type SellerChange = {
  /** Undefined: a new one. */
  id: number | undefined
  columns: NewSeller
  /** Current sellers before the change. */
  all: readonly StoredSeller[]
}

/** Writes one of our organisations; a new default replaces the previous one. Returns its id. */
export async function writeSeller(tx: Db, by: ChangedBy, { id, columns, all }: SellerChange): Promise<number> {
  const current = all.find((each) => each.id === id)
  const replaced = columns.isDefault ? all.find((each) => each.isDefault && each.id !== id) : undefined
  if (replaced) await clearDefaultSeller(tx)
  const written = id ?? (await insertSeller(tx, { columns }))
  if (id !== undefined) await updateSeller(tx, { id, columns })
  const action = current ? 'seller.changed' : 'seller.created'
  const object = { type: 'seller', id: written } as const
  const before = auditFields(current ?? {})
  await recordAudit(tx, by, { action, object, before, after: { ...before, ...auditFields(columns) } })
  if (replaced) {
    const former = { type: 'seller', id: replaced.id } as const
    await recordAudit(tx, by, {
      action: 'seller.changed',
      object: former,
      before: { isDefault: true },
      after: { isDefault: false },
    })
  }
  return written
}

/** Audited fields of a seller. */
export function auditFields(seller: Partial<NewSeller> & { id?: number; contracts?: number; version?: string }) {
  const { id: _id, contracts: _contracts, version: _version, ...fields } = seller
  return fields
}
