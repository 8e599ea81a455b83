import { byCommandLine } from '#server/platform/audit/changed-by.ts'
import {
  eraseAuditValues,
  listAuditRows,
  type AuditFilter,
  type AuditRow,
} from '#server/platform/audit/shared-queries-audit.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { getAccount } from '../accounts.ts'

type AuditInput = Omit<AuditFilter, 'accountId'> & { login: string | undefined }

/** The latest rows, newest first. */
export async function readAuditRows({ db }: { db: Db }, { login, ...filter }: AuditInput): Promise<AuditRow[]> {
  if (login === undefined) return listAuditRows(db, filter)
  const account = await getAccount(db, { login })
  return listAuditRows(db, { ...filter, accountId: account.id })
}

/** Erases personal values in the rows about an object; the rows stay, and the erasure is audited. */
export async function erasePersonalValues(
  { db }: { db: Db },
  object: NonNullable<AuditFilter['object']>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const values = await eraseAuditValues(tx, object)
    if (values > 0)
      await recordAudit(tx, byCommandLine, { action: 'personal-values.erased', object, after: { values } })
    return values
  })
}
