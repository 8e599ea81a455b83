import { sql, type SQL } from 'drizzle-orm'

/**
 * Id of the paper of a ledger entry, a relation with columns of `ledger_entries`; null: 1C has sent none. The same
 * object of 1C, or the same kind of paper with its number and day.
 */
export const paperOfEntry = (entry: SQL): SQL => sql`(
  select d.id from shipping_documents d
  where d.contract_id = ${entry}.contract_id and d.day = ${entry}.day and d.active and (d.code1c = ${entry}.code1c
    or d.number = ${entry}.number and (${entry}.kind = 'sale' and d.kind in ('upd', 'waybill')
      or ${entry}.kind in ('return', 'correction') and d.kind = 'correction'))
  order by d.code1c = ${entry}.code1c desc, d.id limit 1)`
