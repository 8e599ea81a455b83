import { readBarcodes, readCharacteristics, readCode, readPictures, readProperties, readUnit } from './good.ts'
import type { OfferItem, PriceOfOffer, RejectItem } from './items.ts'
import { child, children, flagOf, isDeleted, textOf, type XmlNode } from './node.ts'

export type OfferContext = { catalogueCode: string; full: boolean; priceScope: string[] }

/** Предложение of any package: 2.x, its changes-only form, 3.x offers, prices and rests. */
export function readOffer(node: XmlNode, context: OfferContext): OfferItem | RejectItem {
  const code = readCode(node)
  const name = textOf(node, 'Наименование')
  const reject = (reason: string): RejectItem => ({ kind: 'reject', of: 'offer', code, name, reason })
  if (code === '') return reject('У предложения нет Ид')
  if (code.length > 200) return reject('Ид предложения длиннее 200 знаков')
  return {
    kind: 'offer',
    code,
    ...context,
    deleted: isDeleted(node),
    name,
    articul: textOf(node, 'Артикул'),
    barcodes: readBarcodes(node),
    unit: readUnit(node),
    pictures: readPictures(node),
    properties: readProperties(node),
    characteristics: readCharacteristics(node),
    prices: readPrices(node),
    ...readStocks(node),
  }
}

function readPrices(node: XmlNode): PriceOfOffer[] | undefined {
  const prices = child(node, 'Цены')
  if (prices === undefined) return undefined
  return children(prices, 'Цена').map((each) => ({
    typeCode: textOf(each, 'ИдТипаЦены'),
    amount: textOf(each, 'ЦенаЗаЕдиницу'),
    currency: textOf(each, 'Валюта'),
    coefficient: textOf(each, 'Коэффициент'),
    vatIncluded: flagOf(child(each, 'Налог'), 'УчтеноВСумме'),
  }))
}

/**
 * Stock comes as Склад@ИдСклада beside Количество (2.x), as Остатки/Остаток/Склад (3.x), as Склады@ИдСклада
 * (changes of 2.06+), or as a bare Количество. The same warehouse twice adds up.
 */
function readStocks(node: XmlNode): Pick<OfferItem, 'total' | 'stocks'> {
  const rests = children(child(node, 'Остатки'), 'Остаток')
  const inRests = rests.flatMap((rest) =>
    children(rest, 'Склад').map((each) => ({
      warehouseCode: textOf(each, 'Ид') || (each.attributes['ИдСклада'] ?? '').trim(),
      quantity: textOf(each, 'Количество') || textOf(rest, 'Количество') || (each.attributes['КоличествоНаСкладе'] ?? '').trim(),
    })),
  )
  const attributed = children(node, 'Склад', 'Склады').flatMap((each) => [each, ...children(each, 'Склад')]).map((each) => ({
    warehouseCode: (each.attributes['ИдСклада'] ?? textOf(each, 'ИдСклада', 'Ид')).trim(),
    quantity: (each.attributes['КоличествоНаСкладе'] ?? textOf(each, 'КоличествоНаСкладе', 'Количество')).trim(),
  }))
  const bareRest = rests.find((rest) => child(rest, 'Склад') === undefined)
  const total = textOf(node, 'Количество') || textOf(bareRest, 'Количество')
  return {
    total: total === '' ? undefined : total,
    stocks: [...inRests, ...attributed].filter((each) => each.warehouseCode !== '' && each.quantity !== ''),
  }
}
