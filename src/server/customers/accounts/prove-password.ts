import { errors } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { findPasswordHash } from './queries-second-factor.ts'

/**
 * Checks the caller's current password, which proves that the owner is present. Returns its hash; `field` is the form
 * field for the error.
 */
export async function provePassword(
  { db }: { db: Db },
  { accountId, password, field }: { accountId: number; password: string; field: string },
): Promise<string> {
  const hash = await findPasswordHash(db, { accountId })
  if (hash !== undefined && (await verifyPassword(hash, password))) return hash
  throw new AppError('wrongPassword', { fields: { [field]: errors.wrongPassword.message } })
}
