import { AppError } from '#server/platform/app-error.ts'
import { byGuest } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { addStaffAccount } from '../accounts.ts'
import { deleteTokens, hasAdministrator, lockOpenSetup } from './queries-setup.ts'
import { withFieldErrors } from './with-field-errors.ts'
import { refuseWrongToken } from './token.ts'

type NewAdministrator = { token: string; address: string; name: string; login: string; password: string }

/** Creates the first administrator. A second request to the same address gets 404. */
export async function makeAdministrator(
  { db }: { db: Db },
  { token, address, ...account }: NewAdministrator,
): Promise<void> {
  await refuseWrongToken({ db }, { token, address })
  await withFieldErrors(() =>
    db.transaction(async (tx) => {
      if (!(await lockOpenSetup(tx)) || (await hasAdministrator(tx))) throw new AppError('notFound')
      await addStaffAccount({ db: tx }, byGuest, { ...account, role: 'admin', phone: '' })
      await deleteTokens(tx)
    }),
  )
}
