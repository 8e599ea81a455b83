import { errors } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { findPasswordHash } from './queries-second-factor.ts'

/** The current password proves that the owner is at the screen. Answers its hash; `field` is where it was typed. */
export async function provePassword(
  { db }: { db: Db },
  { accountId, password, field }: { accountId: number; password: string; field: string },
): Promise<string> {
  const hash = await findPasswordHash(db, { accountId })
  if (hash !== undefined && (await verifyPassword(hash, password))) return hash
  throw new AppError('wrongPassword', { fields: { [field]: errors.wrongPassword.message } })
}
