import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { accounts, chosenContracts } from '#server/platform/db/schema/access.ts'
import { priceTypes, warehouses } from '#server/platform/db/schema/catalogue.ts'
import { contracts, contractWarehouses, contragents, organisations } from '#server/platform/db/schema/organisations.ts'
import { mayUseContract } from '#server/platform/sessions/shared-queries-rights.ts'
import type { StockDisplay } from './stock-display.ts'

const contractsOfAccounts = sql`
  from ${contracts}
  join ${accounts} on ${mayUseContract(sql`${accounts}`, sql`${contracts}`)}
  join ${contragents} on ${contragents.id} = ${contracts.contragentId} and ${contragents.status} <> 'deleted'`

/** Contracts an account may use: all of the organisation with the right `contract.all`, otherwise the allotted ones. */
export const allowedContracts = ({ accountId }: { accountId: number }) => sql`
  select ${contracts}.*, ${contragents.company} ${contractsOfAccounts}
  where ${accounts.id} = ${accountId}`

/** Each account that may sign in, with each contract it may use: account_id, contract_id, price_type_id. */
export const allowedContractsOfAll = sql`
  select ${accounts.id} as account_id, ${contracts.id} as contract_id, ${contracts.priceTypeId} ${contractsOfAccounts}
  where ${accounts.enabled} and ${accounts.organisationId} in (select id from ${organisations}
    where ${organisations.status} = 'active')`

/**
 * The price type that a contract pays by: the one derived for its conditions or for those of its price type, otherwise
 * the price type. `contract` is a row of contracts.
 */
export const payingTypeId = (contract: SQL): SQL<number> => sql`coalesce((
  select derived.id from price_types derived
  where derived.base_id = ${contract}.price_type_id and coalesce(derived.derived_for, ${contract}.id) = ${contract}.id
  order by derived.derived_for nulls last limit 1), ${contract}.price_type_id)`

/** Terms that decide what a buyer sees: prices, warehouses in order of preference, stock display. */
export type ContractView = {
  contractId: number
  organisationId: number
  /** The price type that it pays by, see `payingTypeId`. */
  priceTypeId: number
  /** The price type of 1C: the same goods are sold at it. */
  basePriceTypeId: number
  /** Null: there is no recommended price, `price_rrc` is null. */
  rrcTypeId: number | null
  warehouses: { id: number; header: string }[]
  stockDisplay: StockDisplay
  stopOrders: boolean
}

/** The given contract, otherwise the chosen one, otherwise the first active one. */
export async function findContractView(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number | undefined },
): Promise<ContractView | undefined> {
  const { rows } = await db.execute<ContractView>(sql`
    with allotted as (${allowedContracts({ accountId })})
    select allotted.id as "contractId", allotted.organisation_id as "organisationId",
      ${payingTypeId(sql`allotted`)} as "priceTypeId", allotted.price_type_id as "basePriceTypeId",
      allotted.stop_orders as "stopOrders",
      coalesce(allotted.rrc_type_id, (select min(${priceTypes.id}) from ${priceTypes} where ${priceTypes.isRrc}))
        as "rrcTypeId",
      jsonb_build_object('mode', allotted.stock_display, 'capMilli', allotted.stock_cap_milli) as "stockDisplay",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', ${warehouses.id}, 'header', coalesce(nullif(${warehouses.shortName},
          ''), ${warehouses.name}))
          order by ${contractWarehouses.position}, ${warehouses.id})
        from ${contractWarehouses} join ${warehouses} on ${warehouses.id} = ${contractWarehouses.warehouseId}
        where ${contractWarehouses.contractId} = allotted.id), '[]') as warehouses
    from allotted
    left join ${chosenContracts} on ${chosenContracts.accountId} = ${accountId}
      and ${chosenContracts.contractId} = allotted.id
    where ${contractId ?? null}::int is null or allotted.id = ${contractId ?? null}::int
    order by ${chosenContracts.contractId} is null, allotted.status <> 'active', allotted.id
    limit 1`)
  return rows[0]
}

export type ListedContract = {
  id: number
  number: string
  signedOn: string
  contragent: string
  stopOrders: boolean
  debtAlert: string | null
  chosen: boolean
}

/** All contracts the account may use, the chosen (or first active) one first. */
export async function listContracts(db: Db, { accountId }: { accountId: number }): Promise<ListedContract[]> {
  const { rows } = await db.execute<ListedContract>(sql`
    with allotted as (${allowedContracts({ accountId })})
    select allotted.id, allotted.number, allotted.signed_on::text as "signedOn", allotted.company as contragent,
      allotted.stop_orders as "stopOrders", allotted.debt_alert as "debtAlert",
      ${chosenContracts.contractId} is not null as chosen
    from allotted
    left join ${chosenContracts} on ${chosenContracts.accountId} = ${accountId}
      and ${chosenContracts.contractId} = allotted.id
    order by ${chosenContracts.contractId} is null, allotted.status <> 'active', allotted.id`)
  return rows
}

/** Stores the contract the account works under; false if it may not use it. */
export async function chooseContract(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${chosenContracts} (account_id, contract_id)
    select ${accountId}, allotted.id from (${allowedContracts({ accountId })}) as allotted
    where allotted.id = ${contractId}
    on conflict (account_id) do update set contract_id = excluded.contract_id`)
  return rowCount === 1
}
