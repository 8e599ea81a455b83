import { sql, type SQL } from 'drizzle-orm'
import type { ContractLine } from '../../feed-lines/contract-line.ts'
import type { ImportContext } from '../context.ts'

/** A line with resolved references; null: not found or ambiguous. */
export type ResolvedLine = {
  line: number
  item: ContractLine
  contractId: number | null
  /** Contragent of the matched contract. */
  contractOf: number | null
  /** Another contract of the contragent has the same number. */
  numberTaken: boolean
  contragents: { id: number; organisationId: number }[]
  sellerId: number | null
  priceTypeId: number | null
  rrcTypeId: number | null
  /** In the line's order; null: unknown. */
  warehouses: { code: string; id: number | null }[]
  contractWarehouses: number[]
  /** If the contract has ledger entries, debt and advance are computed from them and the line's values are ignored. */
  inLedger: boolean
}

/** Lines after one, at most `limit`. */
type Part = { after: number; limit: number }

export async function readContractLines({ db }: ImportContext, part: Part): Promise<ResolvedLine[]> {
  const { rows } = await db.execute<ResolvedLine>(selectContractLines(part))
  return rows
}

/**
 * Of lines with the same Ид only the last counts. Contracts are matched by Ид, otherwise by contragent and number;
 * contragents by an Ид that 1C has told before, otherwise by ИНН and КПП. A
 * contract known by its Ид keeps its contragent if only the КПП differs and nobody has 1C's.
 */
export function selectContractLines({ after, limit }: Part): SQL {
  return sql`
    select i.line, i.item, c.id as "contractId", c.contragent_id as "contractOf",
      exists (select from contracts other where other.contragent_id = g.id and other.number = i.item ->> 'number'
        and other.id <> coalesce(c.id, 0)) as "numberTaken",
      coalesce(g.list, '[]') as contragents,
      (select case when count(*) = 1 then min(s.id) end from sellers s where s.inn = i.item -> 'seller' ->> 'inn'
        and (i.item -> 'seller' ->> 'kpp' is null or s.kpp = i.item -> 'seller' ->> 'kpp')) as "sellerId",
      (select id from price_types where code1c = i.item ->> 'priceType' and base_id is null) as "priceTypeId",
      (select id from price_types where code1c = i.item ->> 'rrcType' and base_id is null) as "rrcTypeId",
      coalesce((select jsonb_agg(jsonb_build_object('code', named.code, 'id', w.id) order by named.n)
        from jsonb_array_elements_text(i.item -> 'warehouses') with ordinality named(code, n)
        left join warehouses w on w.code1c = named.code), '[]') as warehouses,
      coalesce((select jsonb_agg(warehouse_id order by position) from contract_warehouses where contract_id = c.id),
        '[]') as "contractWarehouses",
      exists (select from ledger_entries e where e.contract_id = c.id) as "inLedger"
    from feed_items i
      left join lateral (
        select min(id) as id, jsonb_agg(jsonb_build_object('id', id, 'organisationId', organisation_id)) as list from (
          select id, organisation_id from contragents
          where code1c = i.item -> 'contragent' ->> 'id' and status <> 'deleted'
            and (i.item -> 'contragent' ->> 'inn' is null or inn = i.item -> 'contragent' ->> 'inn')
          union all
          select id, organisation_id from contragents
          where inn = i.item -> 'contragent' ->> 'inn' and status <> 'deleted'
            and not exists (select from contragents linked where linked.code1c = i.item -> 'contragent' ->> 'id')
            and (i.item -> 'contragent' ->> 'kpp' is null or kpp = i.item -> 'contragent' ->> 'kpp'
              or id = (select contragent_id from contracts where code1c = i.id) and not exists (
                select from contragents named where named.inn = i.item -> 'contragent' ->> 'inn'
                  and named.kpp = i.item -> 'contragent' ->> 'kpp' and named.status <> 'deleted'))) matched) g on true
      left join lateral (
        select id, contragent_id from contracts where code1c = i.id
          or code1c is null and contragent_id = g.id and number = i.item ->> 'number'
        order by code1c is null limit 1) c on true
    where i.line > ${after} and not exists (select from feed_items later where later.id = i.id and later.line > i.line)
    order by i.line limit ${limit}`
}
