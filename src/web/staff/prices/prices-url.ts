import { parseInteger, withoutAbsent } from '#web/search.ts'

/** URL state of the screen: the price that is explained. */
export type PricesSearch = { product?: number; contract?: number; quantity?: number }

export type PricesChange = { [Name in keyof PricesSearch]: PricesSearch[Name] | undefined }

export function changePricesSearch(search: PricesSearch, change: PricesChange): PricesSearch {
  return withoutAbsent({ ...search, ...change })
}

export function normalisePricesSearch(raw: Record<string, unknown>): PricesSearch {
  const quantity = Number(raw.quantity)
  return withoutAbsent({
    product: parseInteger(raw.product),
    contract: parseInteger(raw.contract),
    quantity: quantity > 0 && quantity < 1e9 ? quantity : undefined,
  })
}
