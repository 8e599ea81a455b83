import {
  insertImportedSeller,
  listImportedFields,
  updateImportedSeller,
  type SellerFields,
} from '#server/customers/organisations/shared-queries-import-sellers.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { saveContragents } from '../contragents/save.ts'
import type { ContragentItem, SellerItem } from '../parse/items.ts'
import { changedByOf } from './run/audit-run.ts'
import type { ImportContext } from './context.ts'

/**
 * Imports our organisations by ИНН and, if given, КПП. Fields that 1C does not send are kept; the first organisation
 * becomes the default seller.
 */
export async function applySellers(context: ImportContext, items: SellerItem[]): Promise<void> {
  const { db } = context
  const before = await listImportedFields(db)
  for (const item of new Map(items.map((each) => [`${each.inn}/${each.kpp}`, each])).values()) {
    if (!(await updateImportedSeller(db, item))) await insertImportedSeller(db, item)
  }
  await audit(context, before)
}

/** Imports contragents of a file; conflicts are logged as rejected records. */
export async function applyContragents(context: ImportContext, items: ContragentItem[]): Promise<void> {
  if (items.length === 0) return
  const kind = 'contragents'
  context.tally.add(kind, 'seen', items.length)
  const by = await changedByOf(context)
  for (const { item, outcome, reason } of await saveContragents(context.db, by, items)) {
    if (reason === undefined) context.tally.add(kind, outcome)
    else context.tally.reject(kind, { code: item.code, name: item.company, reason })
  }
}

async function audit(context: ImportContext, before: SellerFields[]): Promise<void> {
  const { db } = context
  const previous = new Map(before.map((seller) => [seller.id, seller]))
  const entries = (await listImportedFields(db)).map(({ id, ...after }) => {
    const { id: _same, ...fields } = previous.get(id) ?? { id }
    const action = previous.has(id) ? ('seller.changed' as const) : ('seller.created' as const)
    return { action, object: { type: 'seller' as const, id }, before: fields, after }
  })
  await recordAudit(db, await changedByOf(context), ...entries)
}
