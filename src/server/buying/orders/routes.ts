import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { previewOrder } from '#shared/api/order-preview.ts'
import * as api from '#shared/api/orders.ts'
import { formatDay, orderPeriod } from '#shared/rules/dates.ts'
import { kopecks, milli, roubles } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { requiredIdempotencyKeyOf } from '#server/platform/http/idempotency-key.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shapeRepeated } from '#server/buying/basket/shape.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { changeOrder } from './change/change-lines.ts'
import { cancelOrder } from './change/change-state.ts'
import type { CheckoutChange } from './place/checkout-changes.ts'
import { findPlaced, placeOrder } from './place/place.ts'
import { previewOf } from './place/preview.ts'
import type { PlacedAnswer } from './rules/queries-place.ts'
import { readOrder, readOrders } from './read/read.ts'
import { repeatOrder } from './read/repeat.ts'
import type { OrderInput } from './rules/terms.ts'
import { parseDeliveryChoice } from './shape-delivery-choice.ts'
import { shapeCheckoutChange, shapePreview, type ChangesView } from './shape-preview.ts'
import { buyerView, shapeDetails, shapeSummary } from './shape.ts'
import { findOrderPrices } from './order-prices.ts'

export function orderRoutes({ on }: Api, deps: { db: Db }) {
  on(api.createOrder, async ({ actor, input, request }) => {
    const outcome = await placeOrder(deps, buyer(actor), {
      key: requiredIdempotencyKeyOf(request),
      input: { ...toOrderInput(input), seenDeliveryKopecks: seenPrices(input) },
      now: new Date(),
    })
    if ('changes' in outcome) {
      const view = await findChangesView(deps, actor, { contractId: input.contract, changes: outcome.changes })
      throw new AppError('orderChanged', {
        changes: outcome.changes.map((change) => shapeCheckoutChange(change, view)),
      })
    }
    return { ...(await shapePlaced(outcome.placed, actor)), changes: [] }
  })

  on(previewOrder, async ({ actor, input }) =>
    shapePreview(await previewOf(deps, buyer(actor), { input: toOrderInput(input), now: new Date() }), {
      limitsShown: may(actor, 'price.contract'),
    }),
  )

  on(api.findPlacedOrder, async ({ actor, input }) => {
    const placedOrder = await findPlaced(deps, buyer(actor), { key: input.key })
    return { order: placedOrder ? await shapePlaced(placedOrder, actor) : null }
  })

  on(api.listOrders, async ({ actor, input }) => {
    const now = new Date()
    const period = orderPeriod(input, now)
    if (!period) throw new AppError('datePeriod')
    const { rows, pagination } = await readOrders(deps, buyer(actor), {
      contractId: input.contract,
      period,
      state: input.state,
      query: input.query?.trim() ?? '',
      page: input.page,
      perPage: input.perpage,
    })
    const view = buyerView(actor, await findOrderPrices(deps.db, actor, { orderIds: rows.map(({ id }) => id) }), now)
    return {
      items: rows.map((row) => shapeSummary(row, view)),
      count: pagination.total,
      contract: input.contract ?? null,
      pagination: shapePagination(pagination),
      startDate: formatDay(period.from),
      endDate: formatDay(period.to),
    }
  })

  on(api.getOrder, async ({ actor, input }) => {
    const order = await readOrder(deps, buyer(actor), { orderId: input.id })
    const prices = await findOrderPrices(deps.db, actor, { orderIds: [order.id] })
    return { order: shapeDetails(order, buyerView(actor, prices)) }
  })

  on(api.cancelOrder, async ({ actor, input }) => {
    const { state, requested } = await cancelOrder(deps, buyer(actor), {
      orderId: input.id,
      comment: input.comment ?? '',
    })
    return { state, status: stateName(state), requested }
  })

  on(api.changeOrder, async ({ actor, input }) => {
    const { state, revision, sumKopecks } = await changeOrder(deps, buyer(actor), {
      orderId: input.id,
      revision: input.version,
      lines: input.lines.map(({ line, qnt }) => ({ position: line, quantityMilli: milli(qnt) })),
      comment: input.comment?.trim() ?? '',
    })
    return {
      state,
      status: stateName(state),
      version: revision,
      sum: await visibleSum(actor, { id: input.id, sumKopecks }),
    }
  })

  on(api.repeatOrder, async ({ actor, input }) =>
    shapeRepeated(await repeatOrder(deps, buyer(actor), { orderId: input.id })),
  )

  async function shapePlaced({ id, numberOrder, sumKopecks, awaits }: PlacedAnswer, actor: Actor) {
    return { id, numberOrder, sum: await visibleSum(actor, { id, sumKopecks }), awaits: awaits ?? null }
  }

  async function visibleSum(actor: Actor, order: { id: number; sumKopecks: number }): Promise<number | null> {
    const sumKopecks = (await findOrderPrices(deps.db, actor, { orderIds: [order.id] })).sumOf(order)
    return sumKopecks === null ? null : roubles(sumKopecks)
  }
}

async function findChangesView(
  { db }: { db: Db },
  actor: Actor,
  { contractId, changes }: { contractId: number; changes: readonly CheckoutChange[] },
): Promise<ChangesView> {
  const productIds = changes.flatMap((change) => (change.what === 'delivery' ? [] : [change.row.productId]))
  const shown = await findShownPrice(db, actor, { contractId, productIds })
  return { shown, deliveryShown: may(actor, 'price.view') }
}

function seenPrices({ delivery_price: seen }: ParsedInputOf<typeof api.createOrder>): number | undefined {
  return seen === undefined || seen === null ? undefined : kopecks(seen)
}

function toOrderInput(input: ParsedInputOf<typeof previewOrder>): OrderInput {
  return {
    contractId: input.contract,
    ...parseDeliveryChoice(input),
    comment: input.comment?.trim() ?? '',
  }
}
