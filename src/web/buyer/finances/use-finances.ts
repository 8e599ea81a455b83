import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { finances } from '#shared/api/money/finances.ts'
import { call } from '#web/api/client.ts'
import { isValidFinancesPeriod, type FinancesSearch } from './finances-url.ts'

export const financesKey = ['finances']

export function financesQuery(search: FinancesSearch) {
  return queryOptions({
    queryKey: [...financesKey, search],
    queryFn: ({ signal }) => call(finances, search, { signal }),
    staleTime: 30_000,
  })
}

/** Overdue documents of a contract. */
export const overdueQuery = (contract: number) => financesQuery({ contract, view: 'overdue' })

/**
 * A page of documents and payments with the contract's figures; the previous one stays, dimmed, while a new one loads.
 */
export function useFinances(search: FinancesSearch) {
  return useQuery({
    ...financesQuery(search),
    enabled: isValidFinancesPeriod(search),
    placeholderData: keepPreviousData,
  })
}
