import { sql, type SQL } from 'drizzle-orm'
import type { SellerRequisites } from '#shared/rules/parties/seller-requisites.ts'
import type { SellerVat } from '#shared/rules/vat.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A party in a printed document. */
export type Party = { name: string; inn: string; kpp: string; address: string; phone: string }

export type Seller = Party &
  SellerRequisites & {
    vat: SellerVat
    headPost: string
    headName: string
    accountantName: string
  }

/** Requisites of a contragent that it may change itself, besides name and ИНН, КПП. */
export type ContragentRequisites = {
  fullName: string
  ogrn: string
  legalAddress: string
  actualAddress: string
  headName: string
  headPost: string
  bank: string
  bik: string
  account: string
  correspondentAccount: string
  phone: string
  email: string
}

/** Columns of ContragentRequisites from `g` = contragents. */
export const requisiteColumns = sql`g.full_name as "fullName", g.ogrn, g.legal_address as "legalAddress",
  g.actual_address as "actualAddress", g.head_name as "headName", g.head_post as "headPost", g.bank, g.bik, g.account,
  g.correspondent_account as "correspondentAccount", g.phone, g.email`

/** A Party from a row of contragents, as jsonb. */
export const buyerParty = (contragent: SQL): SQL => sql`jsonb_build_object('name',
  coalesce(nullif(${contragent}.full_name, ''), ${contragent}.company), 'inn', ${contragent}.inn, 'kpp',
  ${contragent}.kpp, 'address', ${contragent}.legal_address, 'phone', ${contragent}.phone)`

/** A Seller from a row of sellers, as jsonb; null without one. */
export const sellerParty = (seller: SQL): SQL => sql`case when ${seller}.id is not null then jsonb_build_object('name',
  coalesce(nullif(${seller}.full_name, ''), ${seller}.company), 'inn', ${seller}.inn, 'kpp', ${seller}.kpp, 'address',
  ${seller}.legal_address, 'phone', ${seller}.phone, 'headPost', ${seller}.head_post, 'headName', ${seller}.head_name,
  'accountantName', ${seller}.accountant_name, 'bank', ${seller}.bank, 'bik', ${seller}.bik, 'account',
  ${seller}.account, 'correspondentAccount', ${seller}.correspondent_account, 'company', ${seller}.company, 'ogrn',
  ${seller}.ogrn, 'vat', ${seller}.vat) end`

export type Parties = {
  contract: { number: string; signedOn: string }
  buyer: Party & { company: string; headName: string; headPost: string }
  /** Null if no seller has been entered. */
  seller: Seller | null
}

/** Parties of a contract; the caller has checked access to it. */
export async function findParties(db: Db, { contractId }: { contractId: number }): Promise<Parties | undefined> {
  const { rows } = await db.execute<Parties>(sql`
    select jsonb_build_object('number', c.number, 'signedOn', c.signed_on::text) as contract,
      ${buyerParty(sql`g`)} || jsonb_build_object('company', g.company, 'headName', g.head_name, 'headPost',
        g.head_post)
        as buyer,
      ${sellerParty(sql`s`)} as seller
    from contracts c join contragents g on g.id = c.contragent_id
      left join sellers s on s.id = coalesce(c.seller_id, (select id from sellers where is_default))
    where c.id = ${contractId}`)
  return rows[0]
}
