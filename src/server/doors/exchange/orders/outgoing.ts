import { vatPercentOn } from '#shared/rules/money.ts'
import { cancelled, done, stateName } from '#shared/rules/order-states.ts'
import { rateOfSeller, type VatRate } from '#shared/rules/vat.ts'
import type { OutgoingOrder } from './order-document.ts'
import type { OrderRow } from './queries-out.ts'

/** Converts a database row to the document. `deliveryVat`: the seller's rate for delivery on the order's day. */
export function toOutgoing(row: OrderRow, deliveryVat: VatRate): OutgoingOrder {
  return {
    number: row.number,
    date: row.date,
    time: row.time,
    status: stateName(row.state),
    cancelled: row.state === cancelled,
    final: row.state === cancelled || row.state === done,
    cancelRequested: row.cancel_requested,
    sumKopecks: row.sum,
    paidKopecks: row.paid,
    payUntil: row.pay_until,
    version: row.version,
    comment: row.comment,
    clientNumber: row.client_number,
    contragent: {
      // Contragents from 1C keep its Ид; others get a stable one.
      id: row.contragent_code ?? `contragent-${row.contragent_id}`,
      name: row.company,
      fullName: row.full_name,
      person: row.legal_form === 'ИП',
      inn: row.inn,
      kpp: row.kpp,
      legalAddress: row.legal_address,
      phone: row.phone,
      email: row.email,
    },
    contract: { number: row.contract_number, code1c: row.contract_code ?? '', payment: paymentTerms(row) },
    delivery: {
      method: row.delivery_method,
      company: row.delivery_company ?? '',
      terminal: row.terminal ?? '',
      zone: row.delivery_zone ?? '',
      date: row.delivery_date,
      kopecks: row.delivery_kopecks,
      vatPercent: vatPercentOn(rateOfSeller(row.seller_vat, deliveryVat), row.date),
      address: row.address ?? '',
      consignee: row.consignee ?? '',
      consigneePhone: row.consignee_phone ?? '',
    },
    account: { name: row.account_name, phone: row.account_phone },
    lines: row.lines,
  }
}

function paymentTerms({ payment, prepayment_percent: percent, deferral_days: days }: OrderRow): string {
  return payment === 'deferred' ? `Отсрочка ${days} дн.` : `Предоплата ${percent} %`
}
