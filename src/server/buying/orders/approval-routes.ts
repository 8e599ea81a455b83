import * as api from '#shared/api/approvals.ts'
import { kopecks, roubles, roublesOrNull } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { approveOrder, readApprovals, refuseOrder, setLimits, type Employee } from './change/approval.ts'
import { buyerView, shapeSummary } from './shape.ts'
import { findOrderPrices } from './order-prices.ts'

export function approvalRoutes({ on }: Api, deps: { db: Db }) {
  on(api.approvals, async ({ actor }) => {
    const now = new Date()
    const { orders, employees } = await readApprovals(deps, buyer(actor), { now })
    const view = buyerView(actor, await findOrderPrices(deps.db, actor, { orderIds: orders.map(({ id }) => id) }), now)
    return {
      orders: orders.map((order) => ({ ...shapeSummary(order, view), reason: order.reason })),
      employees: employees.map(shapeEmployee),
    }
  })

  on(api.setLimits, async ({ actor, input }) => {
    const employee = await setLimits(deps, buyer(actor), {
      accountId: input.account,
      orderLimitKopecks: toKopecks(input.order_limit),
      periodLimitKopecks: toKopecks(input.period_limit),
      period: input.period,
    })
    return { employee: shapeEmployee(employee) }
  })

  on(api.approveOrder, async ({ actor, input }) => {
    const { state } = await approveOrder(deps, buyer(actor), {
      orderId: input.id,
      comment: input.comment?.trim() ?? '',
      now: new Date(),
    })
    return { state, status: stateName(state) }
  })

  on(api.refuseOrder, async ({ actor, input }) => {
    const { state } = await refuseOrder(deps, buyer(actor), { orderId: input.id, reason: input.reason })
    return { state, status: stateName(state) }
  })
}

function shapeEmployee(employee: Employee): api.Employee {
  const { id, name, login, orderLimitKopecks, periodLimitKopecks, period, spentKopecks } = employee
  return {
    id,
    name,
    login,
    order_limit: roublesOrNull(orderLimitKopecks),
    period_limit: roublesOrNull(periodLimitKopecks),
    period,
    spent: roubles(spentKopecks),
  }
}

function toKopecks(roubles: number | null): number | null {
  return roubles === null ? null : kopecks(roubles)
}
