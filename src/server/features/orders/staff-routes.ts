import * as api from '#shared/api/staff-orders.ts'
import { stateName } from '#shared/rules/order-states.ts'
import type { Db } from '#server/db/client.ts'
import { staff } from '#server/http/actor.ts'
import type { Api } from '#server/http/api.ts'
import { setState } from './change-state.ts'
import { readStaffOrder, readStaffOrders } from './staff.ts'

export function staffOrderRoutes({ on }: Api, deps: { db: Db }) {
  on(api.staffListOrders, ({ actor, input }) => readStaffOrders(deps, staff(actor), input))

  on(api.staffGetOrder, async ({ actor, input }) => ({ order: await readStaffOrder(deps, staff(actor), { orderId: input.id }) }))

  on(api.staffSetState, async ({ actor, input }) => {
    const { id: orderId, from, state: to, comment = '' } = input
    const { state } = await setState(deps, staff(actor), { orderId, from, to, comment })
    return { state, status: stateName(state) }
  })
}
