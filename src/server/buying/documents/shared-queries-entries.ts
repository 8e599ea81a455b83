import { sql, type SQL } from 'drizzle-orm'

/**
 * Id of the document of a ledger entry (a relation with the columns of `ledger_entries`); null if 1C has sent none.
 * Matched by 1C's id, or by kind, number and day.
 */
export const documentIdOfEntry = (entry: SQL): SQL => sql`(
  select d.id from shipping_documents d
  where d.contract_id = ${entry}.contract_id and d.day = ${entry}.day and d.active and (d.code1c = ${entry}.code1c
    or d.number = ${entry}.number and (${entry}.kind = 'sale' and d.kind in ('upd', 'waybill')
      or ${entry}.kind in ('return', 'correction') and d.kind = 'correction'))
  order by d.code1c = ${entry}.code1c desc, d.id limit 1)`
