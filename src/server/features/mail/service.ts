import type { Db } from '#server/db/client.ts'
import { deleteOldMails, insertMails, type Letter } from './queries.ts'

const keptDays = 30

/** Writes a letter to each address, in the transaction of what it tells; a job sends it. Logins that are no addresses get none. */
export async function writeMails(tx: Db, { recipients, ...letter }: Letter & { recipients: readonly string[] }): Promise<void> {
  const addresses = recipients.filter((recipient) => address.test(recipient))
  if (addresses.length > 0) await insertMails(tx, { recipients: addresses, letter })
}

const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

export async function forgetOldMails({ db }: { db: Db }): Promise<number> {
  return deleteOldMails(db, { days: keptDays })
}
