import { and, desc, eq, sql } from 'drizzle-orm'
import type { SellerVat } from '#shared/rules/vat.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sellers } from '#server/platform/db/schema/organisations.ts'

/** The seller of contracts without one of their own. */
export async function findDefaultSeller(db: Db) {
  const [found] = await db
    .select({
      company: sellers.company,
      fullName: sellers.fullName,
      inn: sellers.inn,
      ogrn: sellers.ogrn,
      legalAddress: sellers.legalAddress,
      email: sellers.email,
      phone: sellers.phone,
    })
    .from(sellers)
    .orderBy(desc(sellers.isDefault), sellers.id)
    .limit(1)
  return found
}

export type SellerColumns = Omit<typeof sellers.$inferSelect, 'id' | 'code1c' | 'vat'> & { vat: SellerVat }
export type NewSeller = typeof sellers.$inferInsert
export type StoredSeller = SellerColumns & { id: number; code1c: string | null; contracts: number; version: string }

/** All sellers, the default one first, with their number of contracts. */
export async function listAllSellers(db: Db): Promise<StoredSeller[]> {
  const { rows } = await db.execute<StoredSeller>(sql`
    select s.id, s.code1c, s.company, s.full_name as "fullName", s.inn, s.kpp, s.ogrn, s.legal_address
      as "legalAddress", s.phone, s.email,
      s.head_post as "headPost", s.head_name as "headName", s.accountant_name as "accountantName", s.bank, s.bik,
        s.account,
      s.correspondent_account as "correspondentAccount", s.vat, s.is_default as "isDefault",
      (select count(*) from contracts c where c.seller_id = s.id or c.seller_id is null and s.is_default)::int
        as contracts, md5(s::text) as version
    from sellers s order by s.is_default desc, s.company, s.id`)
  return rows
}

/** By ИНН and, if given, КПП; locked. */
export async function findSeller(
  db: Db,
  { inn, kpp }: { inn: string; kpp: string | undefined },
): Promise<typeof sellers.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(sellers)
    .where(and(eq(sellers.inn, inn), kpp === undefined ? undefined : eq(sellers.kpp, kpp)))
    .orderBy(sellers.id)
    .limit(1)
    .for('update')
  return row
}

export async function clearDefaultSeller(db: Db): Promise<void> {
  await db.update(sellers).set({ isDefault: false }).where(eq(sellers.isDefault, true))
}

export async function insertSeller(db: Db, { columns }: { columns: NewSeller }): Promise<number> {
  const [row] = await db.insert(sellers).values(columns).returning({ id: sellers.id })
  return row?.id ?? 0
}

/** An `id` among the columns is ignored. */
export async function updateSeller(
  db: Db,
  {
    id,
    columns: { id: _same, ...columns },
  }: { id: number; columns: Partial<typeof sellers.$inferInsert> & { id?: number } },
): Promise<void> {
  await db.update(sellers).set(columns).where(eq(sellers.id, id))
}

/** False, and nothing deleted, if orders refer to it. */
export async function removeSeller(db: Db, { id }: { id: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`select from orders where seller_id = ${id} limit 1`)
  if (rows.length > 0) return false
  await db.delete(sellers).where(eq(sellers.id, id))
  return true
}
