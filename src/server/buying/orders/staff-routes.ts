import type { Tiles } from '#shared/api/delivery.ts'
import * as api from '#shared/api/staff/orders.ts'
import { dayOf, parseDay } from '#shared/rules/dates.ts'
import { milli, roubles } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { listDatedZones } from '#server/buying/delivery/service.ts'
import { shapeMapZone, shapeOffer } from '#server/buying/delivery/shape.ts'
import { changeDelivery, readDeliveryOffer } from './change/change-delivery.ts'
import { staffChangeOrder } from './change/change-lines.ts'
import { handOverAgain, declineCancel, setState } from './change/change-state.ts'
import { shipOrder } from './change/ship.ts'
import { readStaffOrder, readStaffOrders } from './read/staff.ts'
import { parseDeliveryChoice } from './shape-delivery-choice.ts'
import { shapeCurrentDelivery, shapeStaffOrder, shapeStaffOrders } from './shape-staff.ts'

export function staffOrderRoutes({ on }: Api, deps: { db: Db; tiles: Tiles }) {
  on(api.staffListOrders, async ({ actor, input }) =>
    shapeStaffOrders(
      await readStaffOrders(deps, staff(actor), {
        scope: input.scope,
        from: input.startDate === undefined ? undefined : parseDay(input.startDate),
        to: input.endDate === undefined ? undefined : parseDay(input.endDate),
        state: input.state,
        warehouseId: input.warehouse,
        query: input.query?.trim() ?? '',
        page: input.page,
        perPage: input.perpage,
      }),
    ),
  )

  on(api.staffGetOrder, async ({ actor, input }) => ({
    order: shapeStaffOrder(await readStaffOrder(deps, staff(actor), { orderId: input.id })),
  }))

  on(api.staffSetState, async ({ actor, input }) => {
    const { id: orderId, from, state: to, comment = '' } = input
    const { state } = await setState(deps, staff(actor), { orderId, from, to, comment })
    return { state, status: stateName(state) }
  })

  on(api.staffChangeOrder, async ({ actor, input }) => {
    const { state, revision } = await staffChangeOrder(deps, staff(actor), {
      orderId: input.id,
      revision: input.version,
      lines: (input.lines ?? []).map(({ line, qnt }) => ({ position: line, quantityMilli: milli(qnt) })),
      date: input.date === undefined ? undefined : parseDay(input.date),
      anyDay: input.any_day,
      today: dayOf(new Date()),
      comment: input.comment?.trim() ?? '',
    })
    return { state, status: stateName(state), version: revision }
  })

  on(api.staffOrderDelivery, async ({ actor, input }) => {
    const { currentDelivery, offer } = await readDeliveryOffer(deps, staff(actor), {
      orderId: input.id,
      now: new Date(),
    })
    return { ...shapeOffer(offer, { pricesShown: true }), ...shapeCurrentDelivery(currentDelivery) }
  })

  on(api.staffDeliveryZones, async () => {
    const zones = await listDatedZones(deps, { now: new Date() })
    return { zones: zones.map((zone) => shapeMapZone(zone, { pricesShown: true })), tiles: deps.tiles }
  })

  on(api.staffChangeDelivery, async ({ actor, input }) => {
    const { state, revision, sumKopecks } = await changeDelivery(deps, staff(actor), {
      orderId: input.id,
      revision: input.version,
      input: parseDeliveryChoice(input),
      now: new Date(),
    })
    return { state, status: stateName(state), version: revision, sum: roubles(sumKopecks) }
  })

  on(api.staffShipOrder, async ({ actor, input }) => {
    const { state, revision } = await shipOrder(deps, staff(actor), {
      orderId: input.id,
      revision: input.version,
      lines: input.lines.map(({ line, qnt }) => ({ position: line, shippedMilli: milli(qnt) })),
      comment: input.comment?.trim() ?? '',
    })
    return { state, status: stateName(state), version: revision }
  })

  on(api.staffHandOver, async ({ actor, input }) => {
    await handOverAgain(deps, staff(actor), { orderId: input.id })
    return {}
  })

  on(api.staffDeclineCancellation, async ({ actor, input }) => {
    const { state } = await declineCancel(deps, staff(actor), { orderId: input.id, comment: input.comment })
    return { state, status: stateName(state) }
  })
}
