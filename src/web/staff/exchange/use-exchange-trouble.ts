import { queryOptions } from '@tanstack/react-query'
import { exchangeStreams } from '#shared/api/administration/exchange-streams.ts'
import { staffExchange } from '#shared/api/staff/exchange.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { staffExchangeKey } from './exchange-key.ts'

/** Kinds of late data, and imports set aside. In its own file because the menu of every page uses it. */
export const exchangeTroubleQuery = queryOptions({
  queryKey: [...staffExchangeKey, 'trouble'],
  queryFn: async ({ signal }) => {
    const { streams } = await call(exchangeStreams, {}, { signal })
    const { exchange } = await call(staffExchange, {}, { signal })
    return streams.filter(({ late }) => late).length + exchange.set_aside.length
  },
  refetchInterval: pollEvery(60_000),
})
