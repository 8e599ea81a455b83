import { inArray, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'

/** A buyer's legal entity as 1C sends it; empty texts are not sent. */
export type ImportedContragent = {
  code: string
  deleted: boolean
  company: string
  fullName: string
  inn: string
  kpp: string
  legalAddress: string
  actualAddress: string
  bank: string
  bik: string
  account: string
  correspondentAccount: string
  phone: string
  email: string
}

export type KnownContragent = typeof contragents.$inferSelect

/** Contragents with one of these Ид or ИНН, also deleted ones. */
export async function listContragentsKnown(
  tx: Db,
  { codes, inns }: { codes: string[]; inns: string[] },
): Promise<KnownContragent[]> {
  return tx
    .select()
    .from(contragents)
    .where(or(inArray(contragents.code1c, codes), inArray(contragents.inn, inns)))
    .orderBy(contragents.id)
}
