import * as api from '#shared/api/staff-exchange.ts'
import type { Db } from '#server/db/client.ts'
import type { Api } from '#server/http/api.ts'
import { readExchange, saveMakesGoods } from './waiting-offers.ts'

export function staffExchangeRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffExchange, () => readExchange(deps))
  on(api.saveStaffExchange, ({ input }) => saveMakesGoods(deps, { makesGoods: input.make_goods }))
}
