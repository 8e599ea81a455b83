import { divideHalfUp, parseDecimal, parseMilli, multiply } from '../parse/decimal.ts'
import { readContragent } from '../parse/contragent.ts'
import { readCode } from '../parse/good.ts'
import type { ContragentItem } from '../parse/items.ts'
import { child, codeOf, flagOf, childrenInSection, isDeleted, parseFlag, textOf, type XmlNode } from '../parse/node.ts'

export type IncomingLine = {
  code: string
  name: string
  /** ТипНоменклатуры is Услуга: delivery, unless the order contains it as a good. */
  service: boolean
  quantityMilli: number
  /** With VAT, per base unit; undefined if not given. */
  priceKopecks: number | undefined
  sumKopecks: number | undefined
  /** Ид or name of a warehouse; '' if not given. */
  warehouse: string
  shippedMilli: number | undefined
}

/** An order as sent by 1C. Undefined = not given. */
export type IncomingOrder = {
  number: string
  id: string
  /** The number on the site, if `number` is 1C's own. */
  siteNumber: string
  code1c: string | undefined
  posted: boolean
  /** ПометкаУдаления or Отменен. */
  cancelled: boolean
  status: string
  paid: { kopecks: number } | 'full' | undefined
  shipped: 'full' | 'some' | undefined
  /** Shipped quantities by Ид, from accompanying shipment documents. */
  shippedByCode: Map<string, number> | undefined
  /** Undefined: the document has no goods section and does not change the lines. */
  lines: IncomingLine[] | undefined
  /** The buyer with its Ид in 1C, if the document tells it and an ИНН. */
  buyer?: ContragentItem | undefined
}

export const orderOperation = 'заказ товара'

const operations: Record<string, string> = {
  заказтовара: orderOperation,
  заказклиента: orderOperation,
  заказпокупателя: orderOperation,
  отпусктовара: 'отпуск товара',
  выплатабезналичныхденег: 'выплата безналичных денег',
  выплатаналичныхденег: 'выплата наличных денег',
  эквайринговаяоперация: 'эквайринговая операция',
  возвратбезналичныхденег: 'возврат безналичных денег',
  возвратналичныхденег: 'возврат наличных денег',
}

/**
 * ХозОперация of a document, normalised; 1C writes it with and without spaces, for an order under several names. '' if
 * not given.
 */
export function operationOf(document: XmlNode): string {
  const operation = textOf(document, 'ХозОперация').toLowerCase()
  return operations[operation.replace(/\s+/g, '')] ?? operation
}

/**
 * Reads a Документ 'Заказ товара' of CommerceML 2.x or 3.1 with accompanying payments and shipments (other documents of
 * its Контейнер, or ПодчиненныеДокументы of 2.10).
 */
export function readOrder(document: XmlNode, companions: XmlNode[]): IncomingOrder {
  const requisites = readRequisites(document)
  const beside = [...companions, ...childrenInSection(document, 'ПодчиненныеДокументы', 'ПодчиненныйДокумент')].filter(
    (each) => !isCancelled(each),
  )
  const shipments = beside.filter((each) => operationOf(each) === 'отпуск товара')
  return {
    number: textOf(document, 'Номер'),
    id: textOf(document, 'Ид'),
    siteNumber: requisites.get('номернасайте') ?? requisites.get('номерзаказанасайте') ?? '',
    code1c: textOf(document, 'Номер1С') || requisites.get('номерпо1с') || undefined,
    posted: flagOf(document, 'Проведен') ?? parseFlag(requisites.get('проведен')) ?? false,
    cancelled: isCancelled(document),
    status: statusNames.map((name) => requisites.get(name) ?? '').find((each) => each !== '') ?? '',
    paid: readPaid(requisites, beside),
    shipped: readShipped(requisites, shipments),
    shippedByCode: shipments.length === 0 ? undefined : addUp(shipments.flatMap(readLines)),
    lines: child(document, 'Товары') === undefined ? undefined : readLines(document),
    buyer: readBuyer(document),
  }
}

/** Some clients repeat the Ид under which the portal sent a contragent that 1C had not named. */
const ownContragent = /^contragent-\d+$/

function readBuyer(document: XmlNode): ContragentItem | undefined {
  for (const node of childrenInSection(document, 'Контрагенты', 'Контрагент')) {
    const item = readContragent(node)
    const isUsable = item?.kind === 'contragent' && item.inn !== '' && !item.deleted && !ownContragent.test(item.code)
    if (isUsable) return item
  }
  return undefined
}

const statusNames = ['статусзаказа', 'состояниезаказа', 'статусзаказаид', 'статусазаказаид']

/** Requisites by normalised name: 'Статус заказа' = 'СтатусЗаказа'. Some configurations write them as elements. */
function readRequisites(node: XmlNode): Map<string, string> {
  const elements = node.children
    .filter(({ children, text }) => children.length === 0 && text.trim() !== '')
    .map(({ name, text }) => [toName(name), text.trim()] as const)
  const requisites = childrenInSection(node, 'ЗначенияРеквизитов', 'ЗначениеРеквизита').map(
    (each) => [toName(textOf(each, 'Наименование')), textOf(each, 'Значение')] as const,
  )
  return new Map([...elements, ...requisites])
}

function toName(name: string): string {
  return name
    .replace(/[\s\u00a0]+/g, '')
    .toLowerCase()
    .replaceAll('ё', 'е')
}

function isCancelled(document: XmlNode): boolean {
  const requisites = readRequisites(document)
  return (
    isDeleted(document) ||
    [requisites.get('пометкаудаления'), requisites.get('отменен')].some((text) => parseFlag(text) === true)
  )
}

const paidSums = ['суммаоплатыпо1с', 'суммаоплаты', 'оплаченнаясумма', 'оплачено']
const paidMarks = ['номероплатыпо1с', 'датаоплатыпо1с']
const paidFlags = ['заказоплачен', 'оплачен', 'оплачено']

function readPaid(requisites: Map<string, string>, beside: XmlNode[]): IncomingOrder['paid'] {
  const payments = beside.flatMap((each) => {
    const sign = paymentSigns[operationOf(each)]
    const kopecks = toKopecks(textOf(each, 'Сумма'))
    const made = parseFlag(readRequisites(each).get('оплачен')) !== false
    return sign === undefined || kopecks === undefined || !made ? [] : [sign * kopecks]
  })
  if (payments.length > 0)
    return {
      kopecks: Math.max(
        0,
        payments.reduce((sum, each) => sum + each, 0),
      ),
    }
  for (const name of paidSums) {
    const text = requisites.get(name) ?? ''
    const kopecks = parseFlag(text) === undefined ? toKopecks(text) : undefined
    if (kopecks !== undefined && kopecks > 0) return { kopecks }
  }
  if (paidMarks.some((name) => isFilled(requisites.get(name)))) return 'full'
  return paidFlags.some((name) => parseFlag(requisites.get(name)) === true) ? 'full' : undefined
}

const paymentSigns: Record<string, number> = {
  'выплата безналичных денег': 1,
  'выплата наличных денег': 1,
  'эквайринговая операция': 1,
  'возврат безналичных денег': -1,
  'возврат наличных денег': -1,
}

/** 'Отгружен' means the whole order; only a shipment number or date means a part. */
function readShipped(requisites: Map<string, string>, shipments: XmlNode[]): IncomingOrder['shipped'] {
  const flag = parseFlag(requisites.get('отгружен'))
  if (flag === true) return 'full'
  const marked = isFilled(requisites.get('номеротгрузкипо1с')) || isFilled(requisites.get('датаотгрузкипо1с'))
  if (shipments.length > 0) return 'some'
  if (!marked) return undefined
  return flag === false ? 'some' : 'full'
}

/** Some versions of 1C write an empty date as 'T' (in either alphabet). */
function isFilled(text: string | undefined): boolean {
  return text !== undefined && !/^[TТ]?$/.test(text) && !text.startsWith('0001-01-01')
}

function readLines(document: XmlNode): IncomingLine[] {
  return childrenInSection(document, 'Товары', 'Товар').map(readLine)
}

function readLine(node: XmlNode): IncomingLine {
  const requisites = readRequisites(node)
  const coefficient = positive(multiply(parseDecimal(textOf(node, 'Коэффициент')), 1000n)) ?? 1000
  const deleted = isDeleted(node)
  const quantity = parseMilli(textOf(node, 'Количество')) ?? 0
  const quantityMilli = deleted ? 0 : Math.max(0, multiplyRounded(quantity, coefficient, 1000))
  const sumKopecks = addOuterAmounts(node, toKopecks(textOf(node, 'Сумма')))
  const stated = toKopecks(textOf(node, 'ЦенаЗаЕдиницу', 'Цена'))
  const net = outerAmounts(node, 'Налоги', 'Налог') > 0 && sumKopecks !== undefined && quantityMilli > 0
  const priceKopecks = net
    ? multiplyRounded(sumKopecks, 1000, quantityMilli)
    : stated === undefined
      ? undefined
      : multiplyRounded(stated, 1000, coefficient)
  return {
    code: readCode(node),
    name: textOf(node, 'Наименование'),
    service: (requisites.get('типноменклатуры') ?? requisites.get('видноменклатуры') ?? '').toLowerCase() === 'услуга',
    quantityMilli,
    priceKopecks,
    sumKopecks,
    warehouse:
      requisites.get('идсклада') ??
      (codeOf(childrenInSection(node, 'Склады', 'Склад')[0], 'Ид') || (requisites.get('склад') ?? '')),
    shippedMilli: parseMilli(requisites.get('отгружено') ?? requisites.get('количествоотгружено') ?? ''),
  }
}

/** VAT or discounts not included in the line's sum (УчтеноВСумме = false). */
function outerAmounts(node: XmlNode, section: 'Налоги' | 'Скидки', element: 'Налог' | 'Скидка'): number {
  return childrenInSection(node, section, element)
    .filter((each) => flagOf(each, 'УчтеноВСумме') === false)
    .reduce((sum, each) => sum + (toKopecks(textOf(each, 'Сумма')) ?? 0), 0)
}

function addOuterAmounts(node: XmlNode, sumKopecks: number | undefined): number | undefined {
  return sumKopecks === undefined
    ? undefined
    : Math.max(0, sumKopecks + outerAmounts(node, 'Налоги', 'Налог') - outerAmounts(node, 'Скидки', 'Скидка'))
}

function addUp(lines: IncomingLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { code, quantityMilli } of lines) sums.set(code, (sums.get(code) ?? 0) + quantityMilli)
  return sums
}

function toKopecks(text: string): number | undefined {
  return multiply(parseDecimal(text), 100n)
}

/** value × factor ÷ divisor, rounded half up. */
function multiplyRounded(value: number, factor: number, divisor: number): number {
  return Number(divideHalfUp(BigInt(value) * BigInt(factor), BigInt(divisor)))
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}
