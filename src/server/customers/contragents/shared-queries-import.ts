import { asc, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { contracts, contragents, organisations } from '#server/platform/db/schema/organisations.ts'

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

type Named = { codes: string[]; inns: string[] }

/** Contragents with one of these Ид or ИНН, also deleted ones. */
export async function listContragentsKnown(tx: Db, named: Named): Promise<KnownContragent[]> {
  return tx.select().from(contragents).where(isNamed(named)).orderBy(asc(contragents.id))
}

/**
 * The same, locked until the transaction ends: imports wait for each other, and for whoever edits these contragents on
 * the portal. Organisations come first and contragents last, as when they are edited. `ending`: Ид of those that may be
 * switched off, whose contracts are locked, too, because orders being placed read the status under that lock.
 */
export async function lockContragentsKnown(
  tx: Db,
  { ending, ...named }: Named & { ending: string[] },
): Promise<KnownContragent[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('contragents of 1C'))`)
  const organisationIds = tx.select({ id: contragents.organisationId }).from(contragents).where(isNamed(named))
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(inArray(organisations.id, organisationIds))
    .orderBy(asc(organisations.id))
    .for('no key update')
  const endingIds = tx.select({ id: contragents.id }).from(contragents).where(inArray(contragents.code1c, ending))
  await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(inArray(contracts.contragentId, endingIds))
    .orderBy(asc(contracts.id))
    .for('update')
  return tx.select().from(contragents).where(isNamed(named)).orderBy(asc(contragents.id)).for('no key update')
}

const isNamed = ({ codes, inns }: Named) => or(inArray(contragents.code1c, codes), inArray(contragents.inn, inns))
