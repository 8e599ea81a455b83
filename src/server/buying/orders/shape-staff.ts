import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { staffGetOrder, staffListOrders, StaffOrderSummary } from '#shared/api/staff/orders.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { staffMoves, stateName, stateRules } from '#shared/rules/order-states.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { readStaffOrder, StaffOrders } from './read/staff.ts'
import type { Handover } from './read/queries-staff.ts'
import type { CurrentDelivery } from './rules/queries-delivery.ts'
import { isShippable } from './rules/ship-lines.ts'
import { shapeDetails, shapeSummary, staffView, type OrderView } from './shape.ts'

type Details = ReplyOf<typeof staffGetOrder>['order']
type StaffOrder = Awaited<ReturnType<typeof readStaffOrder>>

export function shapeStaffOrders(orders: StaffOrders): Omit<ReplyOf<typeof staffListOrders>, 'status'> {
  const view = staffView()
  return {
    items: orders.rows.map((row) => shapeRow(row, view)),
    count: orders.pagination.total,
    counts: orders.counts,
    warehouses: orders.warehouses,
    pagination: shapePagination(orders.pagination),
  }
}

export function shapeStaffOrder(order: StaffOrder): Details {
  return {
    ...shapeDetails(order, staffView()),
    organisation: order.organisation,
    inn: order.inn,
    kpp: order.kpp,
    phone: order.phone,
    payment_terms:
      order.payment === 'deferred' ? `Отсрочка ${order.deferralDays} дн.` : `Предоплата ${order.prepaymentPercent} %`,
    attention: order.attention,
    next: staffMoves(order).map((state) => ({ state, status: stateName(state) })),
    changeable: stateRules(order.state).staffChange === true,
    shippable: isShippable(order.state),
    handover: shapeHandover(order.handover),
    stocks: order.products.map((line) => ({
      id: line.productId,
      wms: line.warehouseId,
      available: units(line.coverMilli),
    })),
  }
}

/** The order's current delivery beside the choices. */
export function shapeCurrentDelivery(currentDelivery: CurrentDelivery) {
  const { sumKopecks, deliveryKopecks, contractFreeKopecks, deliveryDate } = currentDelivery
  return {
    chosen: {
      delivery_method: currentDelivery.methodId,
      delivery_company: currentDelivery.companyId,
      delivery_type: currentDelivery.typeId,
      terminal: currentDelivery.terminalId,
      delivery_zone: currentDelivery.zoneId,
      address: currentDelivery.addressId,
      consignee: currentDelivery.consigneeId,
      date: deliveryDate && formatDay(deliveryDate),
      client_number: currentDelivery.clientNumber,
    },
    goods: roubles(sumKopecks - deliveryKopecks),
    delivery_price: roubles(deliveryKopecks),
    contract_free: contractFreeKopecks === null ? null : roubles(contractFreeKopecks),
    version: currentDelivery.revision,
  }
}

function shapeRow(row: StaffOrders['rows'][number], view: OrderView): StaffOrderSummary {
  return {
    ...shapeSummary(row, view),
    organisation: row.organisation,
    inn: row.inn,
    warehouses: row.warehouses,
    attention: row.attention,
  }
}

function shapeHandover({ isDue, confirmed, isHandedOver, at }: Handover): Details['handover'] {
  if (confirmed) return { state: 'confirmed', at }
  if (!isDue) return { state: 'none', at: null }
  return { state: isHandedOver ? 'given' : 'waiting', at }
}
