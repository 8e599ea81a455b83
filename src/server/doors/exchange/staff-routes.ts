import * as api from '#shared/api/staff/exchange.ts'
import { exchangeLog, exchangeLogRecords } from '#shared/api/staff/exchange-log.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readLog, readLogRecords } from './staff/log.ts'
import { dismissSetAside, readExchange, retrySetAside, saveMakesGoods } from './staff/staff-exchange.ts'

export function staffExchangeRoutes({ on }: Api, deps: { db: Db; files: FileStore }): void {
  on(api.staffExchange, () => readExchange(deps))
  on(api.saveStaffExchange, ({ actor, input }) => saveMakesGoods(deps, actor, { makesGoods: input.make_goods }))
  on(api.retrySetAside, ({ actor, input }) => retrySetAside(deps, actor, input))
  on(api.dismissSetAside, ({ actor, input }) => dismissSetAside(deps, actor, input))
  on(exchangeLog, ({ input: { page = 1, problems = false } }) => readLog(deps, { page, onlyProblems: problems }))
  on(exchangeLogRecords, ({ input: { run, page = 1 } }) => readLogRecords(deps, { runId: run, page }))
}
