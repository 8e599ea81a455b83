import * as api from '#shared/api/staff/exchange.ts'
import { exchangeStreams, saveStreamAlarm } from '#shared/api/administration/exchange-streams.ts'
import { exchangeLog, exchangeLogRecords } from '#shared/api/staff/exchange-log.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { readLog, readLogRecords } from './staff/log.ts'
import { dismissSetAside, readExchange, retrySetAside, saveCreatesGoods } from './staff/staff-exchange.ts'
import { readStreams, saveAlarm } from './staff/streams.ts'

export function staffExchangeRoutes({ on }: Api, deps: { db: Db; files: FileStore }): void {
  on(api.staffExchange, () => readExchange(deps))
  on(api.saveStaffExchange, ({ actor, input }) => saveCreatesGoods(deps, actor, { createsGoods: input.make_goods }))
  on(api.retrySetAside, ({ actor, input }) => retrySetAside(deps, actor, input))
  on(api.dismissSetAside, ({ actor, input }) => dismissSetAside(deps, actor, input))
  on(exchangeStreams, () => readStreams(deps))
  on(saveStreamAlarm, ({ actor, input }) => saveAlarm(deps, actor, input))
  on(exchangeLog, async ({ input: { page = 1, problems = false } }) => {
    const { items, pagination } = await readLog(deps, { page, onlyProblems: problems })
    return { items, pagination: shapePagination(pagination) }
  })
  on(exchangeLogRecords, async ({ input: { run, page = 1 } }) => {
    const { items, pagination } = await readLogRecords(deps, { runId: run, page })
    return { items, pagination: shapePagination(pagination) }
  })
}
