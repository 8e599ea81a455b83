import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Fields } from '#server/platform/audit/changes.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { SellerItem } from '../parse/items.ts'
import { changedByOf } from './run/audit-run.ts'
import type { ImportContext } from './context.ts'

/**
 * Imports our organisations by ИНН and, if given, КПП. Fields that 1C does not send are kept; the first organisation
 * becomes the default seller.
 */
export async function applySellers(context: ImportContext, items: SellerItem[]): Promise<void> {
  const before = await readSellers(context)
  for (const item of new Map(items.map((each) => [`${each.inn}/${each.kpp}`, each])).values()) {
    const known = await context.rows(
      `update sellers s set code1c = coalesce(nullif(r.code, ''), s.code1c), company = r.company,
         full_name = coalesce(nullif(r."fullName", ''), s.full_name), legal_address = coalesce(nullif(r.address, ''),
           s.legal_address),
         bank = case when r.account = '' then s.bank else r.bank end, bik = case when r.account = '' then s.bik
           else r.bik end,
         account = case when r.account = '' then s.account else r.account end,
         correspondent_account = case when r.account = '' then s.correspondent_account else r."correspondentAccount" end
       from json_to_record($1) ${record} where s.inn = r.inn and (r.kpp = '' or s.kpp = r.kpp) returning 1`,
      item,
    )
    if (known.length > 0) continue
    await context.rows(
      `insert into sellers (code1c, company, full_name, inn, kpp, legal_address, bank, bik, account,
        correspondent_account, is_default)
       select nullif(r.code, ''), r.company, r."fullName", r.inn, r.kpp, r.address, r.bank, r.bik, r.account,
         r."correspondentAccount",
         not exists (select from sellers where is_default)
       from json_to_record($1) ${record} on conflict do nothing returning 1`,
      item,
    )
  }
  await audit(context, before)
}

type Seller = Fields & { id: number }

async function readSellers(context: ImportContext): Promise<Seller[]> {
  return context.rows<Seller>(
    `select id, code1c, company, full_name as "fullName", inn, kpp, legal_address as "legalAddress", bank, bik, account,
       correspondent_account as "correspondentAccount", is_default as "isDefault" from sellers order by id`,
  )
}

async function audit(context: ImportContext, before: Seller[]): Promise<void> {
  const db = drizzle(context.sql as PoolClient)
  const previous = new Map(before.map((seller) => [seller.id, seller]))
  const entries = (await readSellers(context)).map(({ id, ...after }) => {
    const { id: _same, ...fields } = previous.get(id) ?? { id }
    const action = previous.has(id) ? ('seller.changed' as const) : ('seller.created' as const)
    return { action, object: { type: 'seller' as const, id }, before: fields, after }
  })
  await recordAudit(db, await changedByOf(context), ...entries)
}

const record =
  'r(code text, company text, "fullName" text, inn text, kpp text, address text, bank text, bik text, ' +
  'account text, "correspondentAccount" text)'
