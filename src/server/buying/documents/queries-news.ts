import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import type { DocumentRow } from './queries.ts'

/** New documents of a contract; only the newest are listed. */
export type ContractNews = {
  contractId: number
  contractNumber: string
  count: number
  firstId: number
  newest: Pick<DocumentRow, 'id' | 'kind' | 'paper' | 'number' | 'day'>[]
}

/** Those of the documents dated since a day, by account that may see them. */
export async function listNewDocuments(
  db: Db,
  { ids, from, maxNamed }: { ids: readonly number[]; from: Day; maxNamed: number },
): Promise<{ accountId: number; contracts: ContractNews[] }[]> {
  const { rows } = await db.execute<{ accountId: number; contracts: ContractNews[] }>(sql`
    with news as (
      select id, contract_id, kind, paper, number, day,
        row_number() over (partition by contract_id order by day desc, id desc) as rank
      from shipping_documents where id = any(${sql.param([...ids])}::int[]) and day >= ${from}::date),
    by_contract as (
      select contract_id, count(*) as count, min(id) as first_id,
        jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'paper', paper, 'number', number, 'day', day)
          order by rank) filter (where rank <= ${maxNamed}::int) as newest
      from news group by contract_id)
    select account.id as "accountId",
      jsonb_agg(jsonb_build_object('contractId', contract.id, 'contractNumber', contract.number, 'count', news.count,
        'firstId', news.first_id, 'newest', news.newest) order by contract.id) as contracts
    from by_contract news join contracts contract on contract.id = news.contract_id
    join (${allowedContractsOfAll}) allotted on allotted.contract_id = contract.id
    join accounts account on account.id = allotted.account_id and ${holds(sql`account`, 'documents.view')}
    group by account.id order by account.id`)
  return rows
}
