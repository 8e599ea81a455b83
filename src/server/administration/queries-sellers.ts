import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { sellers } from '#server/db/schema/organisations.ts'

export type SellerColumns = typeof sellers.$inferSelect
type NewSeller = typeof sellers.$inferInsert

/** By ИНН, and by КПП where it is said; locked. */
export async function findSeller(db: Db, { inn, kpp }: { inn: string; kpp: string | undefined }): Promise<SellerColumns | undefined> {
  const [row] = await db.select().from(sellers).where(and(eq(sellers.inn, inn), kpp === undefined ? undefined : eq(sellers.kpp, kpp))).orderBy(sellers.id).limit(1).for('update')
  return row
}

export async function clearDefaultSeller(db: Db): Promise<void> {
  await db.update(sellers).set({ isDefault: false }).where(eq(sellers.isDefault, true))
}

export async function insertSeller(db: Db, { columns }: { columns: NewSeller }): Promise<void> {
  await db.insert(sellers).values(columns)
}

/** `id` of the columns, if there is one, stays what it is. */
export async function updateSeller(db: Db, { id, columns: { id: _same, ...columns } }: { id: number; columns: NewSeller & { id?: number } }): Promise<void> {
  await db.update(sellers).set(columns).where(eq(sellers.id, id))
}
