import { sql } from 'drizzle-orm'
import type { Fields } from '#server/platform/audit/changes.ts'
import type { Db } from '#server/platform/db/client.ts'

/** One of our organisations as 1C sends it; empty texts are not sent. */
export type ImportedSeller = {
  code: string
  company: string
  fullName: string
  inn: string
  kpp: string
  address: string
  bank: string
  bik: string
  account: string
  correspondentAccount: string
}

/** Updates the seller with this ИНН and, if given, КПП. Fields that are not sent are kept. Whether there is one. */
export async function updateImportedSeller(db: Db, seller: ImportedSeller): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update sellers s set code1c = coalesce(nullif(r.code, ''), s.code1c), company = r.company,
      full_name = coalesce(nullif(r."fullName", ''), s.full_name),
      legal_address = coalesce(nullif(r.address, ''), s.legal_address),
      bank = case when r.account = '' then s.bank else r.bank end,
      bik = case when r.account = '' then s.bik else r.bik end,
      account = case when r.account = '' then s.account else r.account end,
      correspondent_account = case when r.account = '' then s.correspondent_account else r."correspondentAccount" end
    from ${recordOf(seller)} where s.inn = r.inn and (r.kpp = '' or s.kpp = r.kpp) returning 1`)
  return rows.length > 0
}

/** The first seller becomes the default one. */
export async function insertImportedSeller(db: Db, seller: ImportedSeller): Promise<void> {
  await db.execute(sql`
    insert into sellers (code1c, company, full_name, inn, kpp, legal_address, bank, bik, account,
      correspondent_account, is_default)
    select nullif(r.code, ''), r.company, r."fullName", r.inn, r.kpp, r.address, r.bank, r.bik, r.account,
      r."correspondentAccount", not exists (select from sellers where is_default)
    from ${recordOf(seller)} on conflict do nothing`)
}

export type SellerFields = Fields & { id: number }

/** The fields that an import may change, of all sellers. */
export async function listImportedFields(db: Db): Promise<SellerFields[]> {
  const { rows } = await db.execute<SellerFields>(sql`
    select id, code1c, company, full_name as "fullName", inn, kpp, legal_address as "legalAddress", bank, bik, account,
      correspondent_account as "correspondentAccount", is_default as "isDefault" from sellers order by id`)
  return rows
}

const recordOf = (seller: ImportedSeller) => sql`json_to_record(${JSON.stringify(seller)}::json)
  r(code text, company text, "fullName" text, inn text, kpp text, address text, bank text, bik text, account text,
    "correspondentAccount" text)`
