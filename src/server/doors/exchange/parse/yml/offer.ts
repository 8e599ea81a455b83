import { createHash } from 'node:crypto'
import { parseDecimal } from '../decimal.ts'
import type { GoodItem, OfferItem, PropertyValue, RejectItem } from '../items.ts'
import { children, parseFlag, textOf, type XmlNode } from '../node.ts'
import { maxIdLength, ymlCatalogue, ymlPrefix, ymlPriceType, ymlWarehouse, type YmlTerms } from './terms.ts'

const maxPictures = 20
const maxAddressLength = 2000

/**
 * An offer as a good and its offer, or the reason why it is unusable. `knowsCategory`: categories of the file, which
 * precede its offers.
 */
export function readYmlOffer(
  node: XmlNode,
  terms: YmlTerms,
  knowsCategory: (id: string) => boolean,
): [GoodItem, OfferItem] | [RejectItem] {
  const id = (node.attributes.id ?? '').trim()
  const name = nameOf(node)
  const reason = findFault(node, id, name)
  const code = ymlPrefix + id
  if (reason !== undefined) return [{ kind: 'reject', of: 'good', code: id === '' ? '' : code, name, reason }]
  return [readGood(node, { code, name, knowsCategory }), readOffer(node, terms, { code, name })]
}

/** `vendor.model` offers have no name: they are composed of kind, brand and model. */
function nameOf(node: XmlNode): string {
  const composed = [textOf(node, 'typePrefix'), textOf(node, 'vendor'), textOf(node, 'model')]
  return textOf(node, 'name') || composed.filter((part) => part !== '').join(' ')
}

function findFault(node: XmlNode, id: string, name: string): string | undefined {
  if (id === '') return 'У предложения нет id'
  if (id.length > maxIdLength) return `Предложение с id длиннее ${maxIdLength} знаков`
  if (name === '') return 'У предложения нет name'
  const price = textOf(node, 'price')
  const amount = parseDecimal(price)
  if (amount === undefined || amount.digits <= 0n)
    return price === '' ? 'У предложения нет price' : `Цена «${price}» не годится: это не положительное число`
  return undefined
}

function readGood(
  node: XmlNode,
  { code, name, knowsCategory }: { code: string; name: string; knowsCategory: (id: string) => boolean },
): GoodItem {
  const categories = children(node, 'categoryId').map(({ text }) => text.trim())
  const addresses = pictureAddresses(node)
  return {
    kind: 'good',
    code,
    catalogueCode: ymlCatalogue,
    deleted: false,
    name,
    articul: textOf(node, 'vendorCode'),
    barcodes: barcodesOf(node),
    groupCodes: [...new Set(categories.filter(knowsCategory))].map((id) => ymlPrefix + id),
    description: textOf(node, 'description'),
    pictures: addresses.map(webPictureSource),
    pictureAddresses: addresses,
    documents: [],
    manufacturer: textOf(node, 'vendor'),
    properties: propertiesOf(node),
    characteristics: [],
    vat: vatRates[textOf(node, 'vat').toUpperCase()],
    requisites: stepOf(node),
    weight: textOf(node, 'weight'),
    volume: volumeOf(textOf(node, 'dimensions')),
  }
}

function readOffer(node: XmlNode, terms: YmlTerms, { code, name }: { code: string; name: string }): OfferItem {
  return {
    kind: 'offer',
    code,
    catalogueCode: ymlCatalogue,
    full: false,
    deleted: false,
    name,
    articul: textOf(node, 'vendorCode'),
    barcodes: barcodesOf(node),
    properties: [],
    characteristics: [],
    good: { groupCodes: [], description: '', manufacturer: textOf(node, 'vendor'), weight: '', volume: '' },
    prices: [
      {
        typeCode: terms.priceType || ymlPriceType.code,
        amount: textOf(node, 'price'),
        currency: textOf(node, 'currencyId'),
        coefficient: '',
      },
    ],
    priceScope: [],
    stocks: [
      { warehouseCode: terms.warehouse || ymlWarehouse.code, quantity: quantityOf(node, terms.availableQuantity) },
    ],
  }
}

/** The figure of the offer, else the sum of its outlets, else whether it is available at all. */
function quantityOf(node: XmlNode, availableQuantity: number): string {
  if (parseFlag(node.attributes.available) === false) return '0'
  const count = textOf(node, 'count')
  if (count !== '') return count
  const outlets = children(node, 'outlets').flatMap((each) => children(each, 'outlet'))
  const figures = outlets.map(({ attributes }) => attributes.instock?.trim() ?? '').filter((figure) => figure !== '')
  if (figures.length === 0) return String(availableQuantity)
  const figure = figures.reduce((sum, text) => sum + Number(text.replace(',', '.')), 0)
  return Number.isNaN(figure) ? figures.join(' + ') : String(Math.round(figure * 1000) / 1000)
}

/** Key of a picture by address, as goods name it. */
export function webPictureSource(address: string): string {
  return `web/${createHash('sha256').update(address).digest('hex')}`
}

function pictureAddresses(node: XmlNode): string[] {
  const named = children(node, 'picture').map(({ text }) => text.trim())
  return [...new Set(named)].filter(isWebAddress).slice(0, maxPictures)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && text.length <= maxAddressLength
}

function barcodesOf(node: XmlNode): string[] {
  const codes = children(node, 'barcode').flatMap(({ text }) => text.split(/[,;\s]+/))
  return [...new Set(codes)].filter((code) => code !== '' && code.length <= 64)
}

function propertiesOf(node: XmlNode): PropertyValue[] {
  const params = children(node, 'param').map(({ attributes, text }) => ({
    name: attributes.name?.trim() ?? '',
    value: [text.trim(), text.trim() === '' ? '' : (attributes.unit?.trim() ?? '')].filter(Boolean).join(' '),
  }))
  const country = { name: 'Страна', value: textOf(node, 'country_of_origin') }
  const valuesByName = new Map<string, string[]>()
  for (const { name, value } of [...params, country])
    if (name !== '' && value !== '') valuesByName.set(name, [...(valuesByName.get(name) ?? []), value])
  return [...valuesByName].map(([name, values]) => ({ propertyCode: '', name, values: [...new Set(values)] }))
}

/** Sold in steps; without one a least quantity is no step. */
function stepOf(node: XmlNode): GoodItem['requisites'] {
  const step = textOf(node, 'step-quantity')
  return step === '' ? [] : [{ name: 'Кратность', value: step }]
}

/** Numbers are those of the older format. */
const vatRates: Record<string, string | undefined> = {
  VAT_22: '22',
  VAT_20: '20',
  VAT_18: '20',
  VAT_10: '10',
  VAT_7: '7',
  VAT_5: '5',
  VAT_0: '0',
  NO_VAT: 'без НДС',
  1: '20',
  2: '10',
  5: '0',
  6: 'без НДС',
  7: '20',
}

/** '20.1/20.5/22.5' in centimetres → cubic metres. */
function volumeOf(dimensions: string): string {
  const sides = dimensions.split('/').map((side) => Number(side.trim().replace(',', '.')))
  if (sides.length !== 3 || sides.some((side) => !(side > 0))) return ''
  const cubicCentimetres = sides.reduce((volume, side) => volume * side, 1)
  return (cubicCentimetres / 1_000_000).toFixed(6)
}
