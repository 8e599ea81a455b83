import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import { findContractView } from './queries-contracts.ts'

/** How a contract shows stock: exact figures, 'более N' above a cap, or words. */
export type StockDisplay = { mode: 'exact' | 'more' | 'words'; capMilli: number }

/** What a buyer sees under a contract: whose prices, which warehouses in order of preference, how stock is told. */
export type ContractView = {
  contractId: number
  organisationId: number
  priceTypeId: number
  /** Null: nothing is recommended, `price_rrc` is null. */
  rrcTypeId: number | null
  warehouses: { id: number; header: string }[]
  stockDisplay: StockDisplay
  stopOrders: boolean
}

/**
 * The view of a contract that the account may use: the named one, else the chosen one, else the first.
 * A contract that is foreign or not allotted is refused as missing.
 */
export async function getContractView(
  { db }: { db: Db },
  { accountId, contractId }: { accountId: number; contractId: number | undefined },
): Promise<ContractView> {
  const view = await findContractView(db, { accountId, contractId })
  if (view) return view
  throw new AppError(contractId === undefined ? 'noContract' : 'notFound')
}

/** Quantities as the contract lets its buyers see them, thousandths. */
export function shownMilli(milli: number, { mode, capMilli }: StockDisplay): number {
  return mode === 'exact' ? milli : Math.min(milli, capMilli)
}

/** The words beside a capped quantity; null where the figure itself is exact. */
export function stockLabel(milli: number, { mode, capMilli }: StockDisplay): string | null {
  if (mode === 'exact') return null
  if (mode === 'more') return milli > capMilli ? `более ${capMilli / 1000}` : null
  if (milli <= 0) return 'нет'
  return milli < capMilli ? 'мало' : 'есть'
}
