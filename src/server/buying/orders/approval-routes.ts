import * as api from '#shared/api/approvals.ts'
import { kopecks } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { approveOrder, readApprovals, refuseOrder, setLimits } from './change/approval.ts'

export function approvalRoutes({ on }: Api, deps: { db: Db }) {
  on(api.approvals, ({ actor }) => readApprovals(deps, buyer(actor)))

  on(api.setLimits, ({ actor, input }) =>
    setLimits(deps, buyer(actor), {
      accountId: input.account,
      orderLimitKopecks: inKopecks(input.order_limit),
      periodLimitKopecks: inKopecks(input.period_limit),
      period: input.period,
    }),
  )

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

function inKopecks(roubles: number | null): number | null {
  return roubles === null ? null : kopecks(roubles)
}
