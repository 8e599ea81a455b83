import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exchangeLog, exchangeLogRecords } from '#shared/api/staff/exchange-log.ts'
import { call } from '#web/api/client.ts'
import type { LogSearch } from './log-url.ts'

export function useExchangeLog({ page = 1, problems }: LogSearch) {
  return useQuery({
    queryKey: ['staff', 'exchange-log', page, problems ?? 0],
    queryFn: ({ signal }) => call(exchangeLog, { page, problems: problems === 1 }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useLogRecords(run: number, page: number) {
  return useQuery({
    queryKey: ['staff', 'exchange-log', 'records', run, page],
    queryFn: ({ signal }) => call(exchangeLogRecords, { run, page }, { signal }),
    placeholderData: keepPreviousData,
  })
}
