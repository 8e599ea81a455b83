import { staffOrdersByDay } from '#shared/api/staff/dashboard/orders.ts'
import { staffExchangeHealth, staffWaiting } from '#shared/api/staff/dashboard/waiting.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readExchangeHealth } from './exchange-health.ts'
import { readOrdersByDay } from './orders-by-day.ts'
import { shapeOrders, shapeWaiting } from './shape.ts'
import { readWaiting } from './waiting.ts'

/** One call per block of the dashboard. */
export function dashboardRoutes({ on }: Api, deps: { db: Db }): void {
  on(staffWaiting, async ({ actor }) => shapeWaiting(await readWaiting(deps, staff(actor), new Date())))
  on(staffExchangeHealth, () => readExchangeHealth(deps))
  on(staffOrdersByDay, async ({ actor, input: { span } }) =>
    shapeOrders(await readOrdersByDay(deps, staff(actor), { span, now: new Date() })),
  )
}
