import {
  readBarcodes,
  readCharacteristics,
  readCode,
  readDescription,
  readPictures,
  readProperties,
  readRequisites,
  readUnit,
} from './good.ts'
import type { OfferItem, PriceOfOffer, RejectItem } from './items.ts'
import { child, children, codeOf, flagOf, childrenInSection, isDeleted, textOf, type XmlNode } from './node.ts'

/** `priceTypes`: those announced by the package. */
export type OfferContext = { catalogueCode: string; full: boolean; priceTypes: string[] }

/** Reads a Предложение of any package: 2.x, changes only, 3.x offers, prices and rests. */
export function readOffer(node: XmlNode, { catalogueCode, full, priceTypes }: OfferContext): OfferItem | RejectItem {
  const code = readCode(node)
  const name = textOf(node, 'Наименование')
  const reject = (reason: string): RejectItem => ({ kind: 'reject', of: 'offer', code, name, reason })
  if (code === '') return reject('У предложения нет Ид')
  if (code.length > 200) return reject('Ид предложения длиннее 200 знаков')
  return {
    kind: 'offer',
    code,
    catalogueCode,
    full,
    priceScope: full ? priceTypes : [],
    deleted: isDeleted(node),
    name,
    articul: textOf(node, 'Артикул'),
    barcodes: readBarcodes(node),
    unit: readUnit(node),
    pictures: readPictures(node, full),
    properties: readProperties(node),
    characteristics: readCharacteristics(node),
    requisites: readRequisites(node),
    ...readGoodOf(node),
    prices: readPrices(node, priceTypes),
    ...readStocks(node),
  }
}

function readGoodOf(node: XmlNode): Pick<OfferItem, 'good'> {
  const { groupCodes, ...description } = readDescription(node)
  return groupCodes.length > 0 || Object.values(description).some(Boolean)
    ? { good: { groupCodes, ...description } }
    : {}
}

/** A price without a type has the only announced one. */
function readPrices(node: XmlNode, priceTypes: string[]): PriceOfOffer[] | undefined {
  if (child(node, 'Цены') === undefined) return undefined
  const [onlyType = ''] = priceTypes.length === 1 ? priceTypes : []
  return childrenInSection(node, 'Цены', 'Цена').map((each) => ({
    typeCode: codeOf(each, 'ИдТипаЦены') || onlyType,
    amount: textOf(each, 'ЦенаЗаЕдиницу'),
    currency: textOf(each, 'Валюта'),
    coefficient: textOf(each, 'Коэффициент'),
    from: textOf(each, 'МинКоличество') || undefined,
    vatIncluded: flagOf(child(each, 'Налог'), 'УчтеноВСумме'),
  }))
}

/**
 * Stock is written as Склад@ИдСклада beside Количество (2.x), as Остатки/Остаток/Склад (3.x), as Склады@ИдСклада
 * (changes of 2.06+), as КоличествоНаСкладах/КоличествоНаСкладе (2.05), or as plain Количество. Repeated warehouses add
 * up; an empty figure means 0.
 */
function readStocks(node: XmlNode): Pick<OfferItem, 'total' | 'stocks'> {
  const rests = childrenInSection(node, 'Остатки', 'Остаток')
  const inRests = rests.flatMap((rest) =>
    children(rest, 'Склад').map((each) => ({ ...warehouseOf(each), quantity: quantityOf(each) ?? quantityOf(rest) })),
  )
  const otherStocks = [
    ...rests.filter((rest) => child(rest, 'Склад') === undefined),
    ...children(node, 'Склад', 'Склады').flatMap((each) => [each, ...children(each, 'Склад')]),
    ...childrenInSection(node, 'КоличествоНаСкладах', 'КоличествоНаСкладе'),
  ].map((each) => ({ ...warehouseOf(each), quantity: quantityOf(each) }))
  const stocks = [...inRests, ...otherStocks].flatMap(({ warehouseCode, quantity }) =>
    warehouseCode === '' || quantity === undefined ? [] : [{ warehouseCode, quantity: quantity || '0' }],
  )
  const bareRest = rests.find((rest) => child(rest, 'Склад') === undefined && warehouseOf(rest).warehouseCode === '')
  const total = textOf(node, 'Количество') || textOf(bareRest, 'Количество')
  return { total: total === '' ? undefined : total, stocks }
}

function warehouseOf(node: XmlNode): { warehouseCode: string } {
  return { warehouseCode: codeOf(node, 'ИдСклада', 'Ид') }
}

const figures = ['КоличествоНаСкладе', 'Количество']

/** '' if a figure is present but empty, undefined if absent. */
function quantityOf(node: XmlNode): string | undefined {
  const written = figures.some((name) => child(node, name) !== undefined || node.attributes[name] !== undefined)
  return written ? textOf(node, ...figures) : undefined
}
