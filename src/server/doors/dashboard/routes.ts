import { staffOrdersByDay } from '#shared/api/staff/dashboard/orders.ts'
import { emptySearchDays, staffEmptySearches, staffSilentBuyers } from '#shared/api/staff/dashboard/demand.ts'
import { staffExchangeHealth, staffWaiting } from '#shared/api/staff/dashboard/waiting.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readEmptySearches } from '#server/catalogue/search-log/read.ts'
import { readExchangeHealth } from './exchange-health.ts'
import { readOrdersByDay } from './orders-by-day.ts'
import { listSilentBuyers } from './queries-silent.ts'
import { shapeOrders, shapeSearches, shapeSilent, shapeWaiting } from './shape.ts'
import { readWaiting } from './waiting.ts'

const shownSearches = 8

/** One call per block of the dashboard. */
export function dashboardRoutes({ on }: Api, deps: { db: Db }): void {
  on(staffWaiting, async ({ actor }) => shapeWaiting(await readWaiting(deps, staff(actor), new Date())))
  on(staffExchangeHealth, () => readExchangeHealth(deps))
  on(staffOrdersByDay, async ({ actor, input: { span } }) =>
    shapeOrders(await readOrdersByDay(deps, staff(actor), { span, now: new Date() })),
  )
  on(staffEmptySearches, async () =>
    shapeSearches(await readEmptySearches(deps, { days: emptySearchDays, limit: shownSearches, now: new Date() })),
  )
  on(staffSilentBuyers, async ({ actor }) => shapeSilent(await listSilentBuyers(deps.db, { actor: staff(actor) })))
}
