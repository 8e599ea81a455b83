import type { Db } from '#server/platform/db/client.ts'
import { sellers } from '#server/platform/db/schema/organisations.ts'

/** Requisites with valid check digits. */
export const ourRequisites = {
  company: 'ООО «Опт»',
  fullName: 'Общество с ограниченной ответственностью «Опт | Ёлка»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  legalAddress: '127018, г. Москва, ул. Складочная, д. 1',
  phone: '+7 (495) 120-44-10',
  headName: 'Ковалёв А. Н.',
  accountantName: 'Ёжикова М. И.',
  bank: 'ПАО Сбербанк, г. Москва',
  bik: '044525225',
  account: '40702810938000012345',
  correspondentAccount: '30101810400000000225',
}

/** Adds a seller, by default the default one. */
export async function addSeller(db: Db, columns: Partial<typeof sellers.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(sellers)
    .values({ ...ourRequisites, isDefault: true, ...columns })
    .returning({ id: sellers.id })
  return row?.id ?? 0
}
