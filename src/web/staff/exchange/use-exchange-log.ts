import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '#shared/api/staff/exchange-log.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { staffExchangeKey } from './exchange-key.ts'
import type { ExchangeSearch } from './exchange-url.ts'

const logKey = [...staffExchangeKey, 'log']
const pollMs = 30_000
/** While a run goes on: its progress is not announced. */
const runningMs = 2000
const poll = pollEvery(pollMs)

export function useExchangeLog({ run: _open, records: _records, find: _find, ...search }: ExchangeSearch) {
  return useQuery({
    queryKey: [...logKey, 'list', search],
    queryFn: ({ signal }) => call(api.exchangeLog, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? runningMs : poll()),
  })
}

export function runQuery(id: number) {
  return queryOptions({
    queryKey: [...logKey, 'run', id],
    queryFn: async ({ signal }) => (await call(api.exchangeRun, { run: id }, { signal })).run,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? runningMs : poll()),
  })
}

function isRunning({ status }: { status: api.ExchangeRun['status'] }): boolean {
  return status === 'running'
}

export function useLogRecords(run: number, page: number, query: string) {
  return useQuery({
    queryKey: [...logKey, 'records', run, page, query],
    queryFn: ({ signal }) =>
      call(api.exchangeLogRecords, { run, page, ...(query === '' ? {} : { query }) }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useRepeatRun() {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: async (id: number) => (await call(api.repeatRun, { run: id })).run,
    onSuccess: (run) => {
      queries.setQueryData(runQuery(run.id).queryKey, run)
      notify({ tone: 'ok', text: `Файл ${run.name} загружается снова: повтор появится в журнале` })
    },
    onError: ({ message }) => notify({ tone: 'bad', title: 'Повтор не начат', text: message }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffExchangeKey }),
  })
}
