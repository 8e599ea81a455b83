import { includedVatKopecks } from '#shared/rules/money.ts'
import { decimalOf, roublesOf } from '#server/platform/files/decimal.ts'
import { element, escapeXml, field, truncateText, truncateLines } from '#server/platform/files/xml-text.ts'
import { unitAttributes } from './okei.ts'

export type OutgoingLine = {
  code1c: string
  articul: string
  name: string
  unit: string
  okei: string
  quantityMilli: number
  priceKopecks: number
  sumKopecks: number
  vatPercent: number | null
  warehouse: string
  warehouseCode: string
  note: string
}

/** An order for export to 1C. Dates and times are in Moscow time. */
export type OutgoingOrder = {
  number: string
  date: string
  time: string
  status: string
  cancelled: boolean
  final: boolean
  cancelRequested: boolean
  sumKopecks: number
  paidKopecks: number
  payUntil: string | null
  version: number
  comment: string
  clientNumber: string
  contragent: {
    id: string
    name: string
    fullName: string
    person: boolean
    inn: string
    kpp: string
    legalAddress: string
    phone: string
    email: string
  }
  contract: { number: string; code1c: string; payment: string }
  delivery: {
    method: string
    company: string
    terminal: string
    zone: string
    date: string | null
    kopecks: number
    vatPercent: number | null
    address: string
    consignee: string
    consigneePhone: string
  }
  account: { name: string; phone: string }
  lines: OutgoingLine[]
}

export type SchemaVersion = '2.07' | '2.08' | '2.09' | '2.10'

/** Ид of the delivery service, as in 1C's own exchange with sites. */
export const deliveryCode = 'ORDER_DELIVERY'

/**
 * A Документ of CommerceML 2.07–2.10 ('Заказ товара'), elements in schema order. Fields are those that the site
 * exchange of «Управление торговлей 11» reads.
 */
export function writeOrder(order: OutgoingOrder, version: SchemaVersion): string {
  const goods = order.lines.map((line) => writeLine(line, version)).join('') + writeDelivery(order.delivery)
  return element(
    'Документ',
    field('Ид', order.number) +
      field('Номер', order.number) +
      field('Дата', order.date) +
      field('ХозОперация', 'Заказ товара') +
      field('Роль', 'Продавец') +
      field('Валюта', 'RUB') +
      field('Курс', '1') +
      field('Сумма', roublesOf(order.sumKopecks)) +
      element('Контрагенты', writeContragent(order.contragent)) +
      field('Время', order.time) +
      field('СрокПлатежа', order.payUntil ?? '') +
      field('Комментарий', truncateLines(order.comment, 3000)) +
      element('Налоги', writeTaxes(taxedSums(order))) +
      element('Товары', goods) +
      element('ЗначенияРеквизитов', requisites(toRequisites(order))),
  )
}

function writeContragent(contragent: OutgoingOrder['contragent']): string {
  const { person, inn, kpp } = contragent
  const name = truncateText(contragent.name, 255) || contragent.id
  const fullName = truncateText(contragent.fullName, 255) || name
  const tax = field('ИНН', /^(\d{10}|\d{12})$/.test(inn) ? inn : '') + field('КПП', kpp.length === 9 ? kpp : '')
  const address = field('Представление', truncateText(contragent.legalAddress, 255))
  return element(
    'Контрагент',
    field('Ид', contragent.id) +
      field('Наименование', name) +
      (person
        ? field('ПолноеНаименование', fullName) + tax + element('АдресРегистрации', address)
        : field('ОфициальноеНаименование', fullName) + element('ЮридическийАдрес', address) + tax) +
      element('Контакты', contact('Телефон рабочий', contragent.phone) + contact('Почта', contragent.email)) +
      field('Роль', 'Покупатель'),
  )
}

function contact(type: string, value: string): string {
  const text = field('Значение', truncateText(value, 255))
  return text === '' ? '' : element('Контакт', field('Тип', type) + text)
}

function writeLine(line: OutgoingLine, version: SchemaVersion): string {
  return element(
    'Товар',
    field('Ид', line.code1c) +
      field('Артикул', truncateText(line.articul, 255)) +
      field('Наименование', truncateText(line.name, 255) || line.code1c) +
      element('БазоваяЕдиница', escapeXml(truncateText(line.unit, 255) || 'шт'), unitAttributes(line.okei, version)) +
      writeRate(line.vatPercent) +
      element(
        'ЗначенияРеквизитов',
        requisites([
          ['ВидНоменклатуры', 'Товар'],
          ['ТипНоменклатуры', 'Товар'],
          ['Склад', line.warehouse],
          ['ИдСклада', line.warehouseCode],
          ['Комментарий', line.note],
        ]),
      ) +
      field('ЦенаЗаЕдиницу', roublesOf(line.priceKopecks)) +
      field('Количество', decimalOf(line.quantityMilli)) +
      field('Сумма', roublesOf(line.sumKopecks)) +
      element('Налоги', writeTaxes([line])),
  )
}

/** Paid delivery is a separate line, a service. */
function writeDelivery({ kopecks, vatPercent }: OutgoingOrder['delivery']): string {
  if (kopecks === 0) return ''
  return element(
    'Товар',
    field('Ид', deliveryCode) +
      field('Наименование', 'Доставка заказа') +
      element('БазоваяЕдиница', 'шт', unitAttributes('796', '2.08')) +
      writeRate(vatPercent) +
      element(
        'ЗначенияРеквизитов',
        requisites([
          ['ВидНоменклатуры', 'Услуга'],
          ['ТипНоменклатуры', 'Услуга'],
        ]),
      ) +
      field('ЦенаЗаЕдиницу', roublesOf(kopecks)) +
      field('Количество', '1') +
      field('Сумма', roublesOf(kopecks)) +
      element('Налоги', writeTaxes([{ sumKopecks: kopecks, vatPercent }])),
  )
}

type TaxedSum = Pick<OutgoingLine, 'sumKopecks' | 'vatPercent'>

function taxedSums({ lines, delivery }: OutgoingOrder): TaxedSum[] {
  return delivery.kopecks === 0 ? lines : [...lines, { sumKopecks: delivery.kopecks, vatPercent: delivery.vatPercent }]
}

function writeRate(vatPercent: number | null): string {
  const rate = vatPercent === null ? 'Без налога' : String(vatPercent)
  return element('СтавкиНалогов', element('СтавкаНалога', field('Наименование', 'НДС') + field('Ставка', rate)))
}

/** VAT by rate; each sum is rounded on its own, as in the invoice. */
function writeTaxes(sums: TaxedSum[]): string {
  const byRate = new Map<number, number>()
  for (const { vatPercent, sumKopecks } of sums) {
    if (vatPercent !== null)
      byRate.set(vatPercent, (byRate.get(vatPercent) ?? 0) + includedVatKopecks(sumKopecks, vatPercent))
  }
  return [...byRate]
    .toSorted(([one], [other]) => other - one)
    .map(([rate, sum]) => tax(rate, sum))
    .join('')
}

function tax(rate: number, sumKopecks: number): string {
  return element(
    'Налог',
    field('Наименование', 'НДС') +
      field('УчтеноВСумме', 'true') +
      field('Сумма', roublesOf(sumKopecks)) +
      field('Ставка', String(rate)),
  )
}

function toRequisites(order: OutgoingOrder): [string, string][] {
  const { delivery, contract, account } = order
  const warehouses = new Set(order.lines.map(({ warehouse }) => warehouse))
  const [onlyWarehouse = ''] = warehouses.size === 1 ? warehouses : []
  return [
    ['Статус заказа', order.status],
    ['Отменен', String(order.cancelled)],
    ['Финальный статус', String(order.final)],
    ['Запрошена отмена', order.cancelRequested ? 'true' : ''],
    ['Способ оплаты', contract.payment],
    ['Заказ оплачен', String(order.sumKopecks > 0 && order.paidKopecks >= order.sumKopecks)],
    ['Способ доставки', delivery.company === '' ? delivery.method : `${delivery.method}: ${delivery.company}`],
    ['Терминал', delivery.terminal],
    ['Зона доставки', delivery.zone],
    ['Адрес доставки', delivery.address],
    ['Дата доставки', delivery.date ?? ''],
    ['Грузополучатель', delivery.consignee],
    ['Телефон грузополучателя', delivery.consigneePhone],
    ['Договор', contract.number],
    ['ИдДоговора', contract.code1c],
    ['Склад', onlyWarehouse],
    ['Номер заказа покупателя', order.clientNumber],
    ['Контактное лицо', account.name],
    ['Телефон контактного лица', account.phone],
    ['Версия заказа', String(order.version)],
  ]
}

function requisites(pairs: [string, string][]): string {
  return pairs
    .map(([name, value]) => [field('Наименование', name), field('Значение', truncateText(value, 1000))])
    .filter(([, text]) => text !== '')
    .map((parts) => element('ЗначениеРеквизита', parts.join('')))
    .join('')
}
