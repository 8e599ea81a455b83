import { divideHalfUp, parseDecimal, parseMilli, scaled } from '../parse/decimal.ts'
import { readCode } from '../parse/good.ts'
import { child, codeOf, flagOf, inside, isDeleted, parseFlag, textOf, type XmlNode } from '../parse/node.ts'

export type IncomingLine = {
  code: string
  name: string
  /** ТипНоменклатуры says Услуга: delivery, unless the order holds it as a good. */
  service: boolean
  quantityMilli: number
  /** With VAT, per base unit; undefined when not given. */
  priceKopecks: number | undefined
  sumKopecks: number | undefined
  /** Ид or name of a warehouse; '' when not given. */
  warehouse: string
  shippedMilli: number | undefined
}

/** 1C's data of an order. Undefined = not given. */
export type IncomingOrder = {
  number: string
  id: string
  /** Its number on the site, where `number` is 1C's own. */
  siteNumber: string
  code1c: string | undefined
  posted: boolean
  /** ПометкаУдаления or Отменен. */
  cancelled: boolean
  status: string
  paid: { kopecks: number } | 'full' | undefined
  shipped: 'full' | 'some' | undefined
  /** Quantities shipped by Ид, of shipment documents that came along. */
  shippedByCode: Map<string, number> | undefined
  /** Undefined: the document has no goods, so it does not change them. */
  lines: IncomingLine[] | undefined
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
 * ХозОперация of a document; 1C writes it with and without spaces, and an order's as its own documents are called. ''
 * when it says none.
 */
export function operationOf(document: XmlNode): string {
  const operation = textOf(document, 'ХозОперация').toLowerCase()
  return operations[operation.replace(/\s+/g, '')] ?? operation
}

/**
 * Документ 'Заказ товара' of CommerceML 2.x and 3.1 with the payments and shipments that came along with it (the other
 * documents of its Контейнер, or ПодчиненныеДокументы of 2.10).
 */
export function readOrder(document: XmlNode, companions: XmlNode[]): IncomingOrder {
  const requisites = readRequisites(document)
  const beside = [...companions, ...inside(document, 'ПодчиненныеДокументы', 'ПодчиненныйДокумент')].filter(
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
  }
}

const statusNames = ['статусзаказа', 'состояниезаказа', 'статусзаказаид', 'статусазаказаид']

/**
 * Requisites by name; names come with and without spaces and in any case: 'Статус заказа', 'СтатусЗаказа'. Some
 * configurations write them as elements.
 */
function readRequisites(node: XmlNode): Map<string, string> {
  const elements = node.children
    .filter(({ children, text }) => children.length === 0 && text.trim() !== '')
    .map(({ name, text }) => [toName(name), text.trim()] as const)
  const requisites = inside(node, 'ЗначенияРеквизитов', 'ЗначениеРеквизита').map(
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

/** 'Отгружен' says all of it; a shipment's number or date without it, a part. */
function readShipped(requisites: Map<string, string>, shipments: XmlNode[]): IncomingOrder['shipped'] {
  const flag = parseFlag(requisites.get('отгружен'))
  if (flag === true) return 'full'
  const marked = isFilled(requisites.get('номеротгрузкипо1с')) || isFilled(requisites.get('датаотгрузкипо1с'))
  if (shipments.length > 0) return 'some'
  if (!marked) return undefined
  return flag === false ? 'some' : 'full'
}

/** An empty date is written 'T' (in either alphabet) by some versions of 1C. */
function isFilled(text: string | undefined): boolean {
  return text !== undefined && !/^[TТ]?$/.test(text) && !text.startsWith('0001-01-01')
}

function readLines(document: XmlNode): IncomingLine[] {
  return inside(document, 'Товары', 'Товар').map(readLine)
}

function readLine(node: XmlNode): IncomingLine {
  const requisites = readRequisites(node)
  const coefficient = positive(scaled(parseDecimal(textOf(node, 'Коэффициент')), 1000n)) ?? 1000
  const deleted = isDeleted(node)
  const quantity = parseMilli(textOf(node, 'Количество')) ?? 0
  const quantityMilli = deleted ? 0 : Math.max(0, times(quantity, coefficient, 1000))
  const sumKopecks = withOuter(node, toKopecks(textOf(node, 'Сумма')))
  const stated = toKopecks(textOf(node, 'ЦенаЗаЕдиницу', 'Цена'))
  const net = outer(node, 'Налоги', 'Налог') > 0 && sumKopecks !== undefined && quantityMilli > 0
  const priceKopecks = net
    ? times(sumKopecks, 1000, quantityMilli)
    : stated === undefined
      ? undefined
      : times(stated, 1000, coefficient)
  return {
    code: readCode(node),
    name: textOf(node, 'Наименование'),
    service: (requisites.get('типноменклатуры') ?? requisites.get('видноменклатуры') ?? '').toLowerCase() === 'услуга',
    quantityMilli,
    priceKopecks,
    sumKopecks,
    warehouse:
      requisites.get('идсклада') ??
      (codeOf(inside(node, 'Склады', 'Склад')[0], 'Ид') || (requisites.get('склад') ?? '')),
    shippedMilli: parseMilli(requisites.get('отгружено') ?? requisites.get('количествоотгружено') ?? ''),
  }
}

/** VAT or discounts that the line's sum does not contain (УчтеноВСумме = false). */
function outer(node: XmlNode, section: 'Налоги' | 'Скидки', element: 'Налог' | 'Скидка'): number {
  return inside(node, section, element)
    .filter((each) => flagOf(each, 'УчтеноВСумме') === false)
    .reduce((sum, each) => sum + (toKopecks(textOf(each, 'Сумма')) ?? 0), 0)
}

function withOuter(node: XmlNode, sumKopecks: number | undefined): number | undefined {
  return sumKopecks === undefined
    ? undefined
    : Math.max(0, sumKopecks + outer(node, 'Налоги', 'Налог') - outer(node, 'Скидки', 'Скидка'))
}

function addUp(lines: IncomingLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { code, quantityMilli } of lines) sums.set(code, (sums.get(code) ?? 0) + quantityMilli)
  return sums
}

function toKopecks(text: string): number | undefined {
  return scaled(parseDecimal(text), 100n)
}

/** value × factor ÷ divisor, half up. */
function times(value: number, factor: number, divisor: number): number {
  return Number(divideHalfUp(BigInt(value) * BigInt(factor), BigInt(divisor)))
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}
