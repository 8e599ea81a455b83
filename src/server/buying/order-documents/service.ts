import type { Readable } from 'node:stream'
import { may } from '#shared/rights.ts'
import { cancelled, isBilled } from '#shared/rules/order-states.ts'
import { vatPercentOn } from '#shared/rules/money.ts'
import { rateOfSeller } from '#shared/rules/vat.ts'
import { ofBuyer, ofStaff } from '#server/buying/orders/order-scope.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import { readSetting } from '#server/platform/settings.ts'
import { everyOrderPrice, findOrderPrices } from '#server/buying/orders/order-prices.ts'
import { assertBillable } from './assert-billable.ts'
import { buildInvoice } from './invoice.ts'
import { writeOrderSheet } from './order-sheet.ts'
import { findPrintableOrder, type PrintableOrder } from './queries.ts'

type Reader = BuyerActor | StaffActor
type Deps = { db: Db }

/** Счёт на оплату, ready to render, with its file name. */
export async function prepareInvoice(
  { db }: Deps,
  actor: Reader,
  { orderId }: { orderId: number },
): Promise<PdfDocument> {
  if (isBuyerActor(actor) && !may(actor, 'price.contract')) throw new AppError('forbidden')
  const { seller, ...order } = await getPrintableOrder(db, actor, orderId)
  if (!isBilled(order.state)) throw new AppError(order.state === cancelled ? 'noInvoice' : 'invoiceAwaits')
  const billing = assertBillable(seller)
  const deliveryVat = vatPercentOn(rateOfSeller(billing.vat, await readSetting(db, 'delivery.vat')), order.day)
  return {
    name: `Счёт ${order.number} от ${order.day}.pdf`,
    definition: buildInvoice({ ...order, seller: billing }, { deliveryVat }),
  }
}

/** The order as a streamed spreadsheet, with the prices visible to its reader. */
export async function streamOrderSheet(
  { db }: Deps,
  actor: Reader,
  { orderId }: { orderId: number },
): Promise<{ name: string; content: Readable }> {
  const order = await getPrintableOrder(db, actor, orderId)
  const prices = isBuyerActor(actor) ? await findOrderPrices(db, actor, { orderIds: [orderId] }) : everyOrderPrice
  return {
    name: `Заказ ${order.number} от ${order.day}.xlsx`,
    content: writeOrderSheet(order, {
      pricesShown: !isBuyerActor(actor) || may(actor, 'price.view'),
      shown: prices.shownIn(order.contract.id),
      sumKopecks: prices.sumOf({ id: orderId, sumKopecks: order.sumKopecks }),
      createdAt: new Date(),
    }),
  }
}

async function getPrintableOrder(db: Db, actor: Reader, orderId: number): Promise<PrintableOrder> {
  const order = await findPrintableOrder(db, { orderId, scope: isBuyerActor(actor) ? ofBuyer(actor) : ofStaff(actor) })
  if (!order) throw new AppError('notFound')
  return order
}

function isBuyerActor(actor: Reader): actor is BuyerActor {
  return actor.organisationId !== null
}
