import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { feedFolder } from './feeds/feeds.ts'
import type { FeedKey } from './feeds/queries-feeds.ts'
import { priceListFolder } from './write-file.ts'

/** Deletes the price lists of demo visitors. Returns the folders of their files, to be deleted after the commit. */
export async function deletePriceListsOf(
  tx: Db,
  { organisationIds }: { organisationIds: number[] },
): Promise<string[]> {
  const contractsOfOrganisations = sql`(select id from contracts
    where organisation_id = any(${sql.param(organisationIds)}::int[]))`
  const { rows: files } = await tx.execute<{ id: number; token: string }>(
    sql`delete from price_list_files where contract_id in ${contractsOfOrganisations} returning id, token`,
  )
  const { rows: feeds } = await tx.execute<FeedKey>(
    sql`delete from price_feeds where contract_id in ${contractsOfOrganisations}
      returning contract_id as "contractId", politics`,
  )
  await tx.execute(sql`delete from price_requests where contract_id in ${contractsOfOrganisations}`)
  return [...files.map(priceListFolder), ...feeds.map(feedFolder)]
}
