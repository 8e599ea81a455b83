import { decimalOf, roublesOf } from './decimal.ts'
import { escapeXml } from './xml-text.ts'

export type YmlShop = { name: string; company: string; url: string }

/** Parents come before children. */
export type YmlCategory = { id: number; parentId: number | null; name: string }

/**
 * An offer. Money in kopecks with VAT, quantities in thousandths. `vendor` and `pictures` may be empty although
 * marketplaces require them, because a buyer's price list contains everything sold.
 */
export type YmlOffer = {
  id: number
  /** The product of a variant. */
  groupId: number | null
  available: boolean
  name: string
  vendor: string
  vendorCode: string
  url: string
  priceKopecks: number
  /** Higher than the price, or null. */
  oldPriceKopecks: number | null
  categoryId: number
  pictures: readonly string[]
  description: string
  barcodes: readonly string[]
  weightGrams: number | null
  params: readonly { name: string; unit?: string; value: string }[]
  countMilli: number
  stepMilli: number
  outlets: readonly { id: number; instockMilli: number }[]
}

const maxDescriptionLength = 3000
/** Characters per chunk. */
const outputChunkLength = 32_768

/**
 * The beginning of a `yml_catalog` (protocols.md §1) with its date, 'YYYY-MM-DD hh:mm'. The rest, from `ymlBody`,
 * depends only on the contents.
 */
export function ymlStart(date: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<yml_catalog date="${date}">\n`
}

/** Everything after the beginning, in chunks; offers must belong to the given categories. */
export async function* ymlBody({
  shop,
  categories,
  offers,
}: {
  shop: YmlShop
  categories: readonly YmlCategory[]
  offers: AsyncIterable<readonly YmlOffer[]>
}): AsyncGenerator<string> {
  yield (
    `<shop>\n${tag('name', shop.name)}${tag('company', shop.company)}${tag('url', shop.url)}<currencies>` +
      `<currency id="RUB" rate="1"/></currencies>\n<categories>\n${categories.map(category).join('')}</categories>\n` +
      '<offers>\n'
  )
  let xml = ''
  for await (const chunk of offers) {
    for (const product of chunk) {
      xml += offer(product)
      if (xml.length < outputChunkLength) continue
      yield xml
      xml = ''
    }
  }
  yield `${xml}</offers>\n</shop>\n</yml_catalog>\n`
}

function category({ id, parentId, name }: YmlCategory): string {
  return `<category id="${id}"${parentId === null ? '' : ` parentId="${parentId}"`}>${escapeXml(name)}</category>\n`
}

/** Standard elements first, then extensions of Market and regional marketplaces. */
function offer(product: YmlOffer): string {
  const step = decimalOf(product.stepMilli)
  const standard = [
    tag('name', product.name),
    optionalTag('vendor', product.vendor),
    optionalTag('vendorCode', product.vendorCode),
    tag('url', product.url),
    tag('price', roublesOf(product.priceKopecks)),
    product.oldPriceKopecks === null ? '' : tag('oldprice', roublesOf(product.oldPriceKopecks)),
    '<currencyId>RUB</currencyId>',
    tag('categoryId', String(product.categoryId)),
    ...product.pictures.map((url) => tag('picture', url)),
    optionalTag('description', product.description.slice(0, maxDescriptionLength)),
    ...product.barcodes.map((code) => optionalTag('barcode', code)),
    product.weightGrams === null || product.weightGrams <= 0 ? '' : tag('weight', decimalOf(product.weightGrams)),
    ...product.params.map(param),
  ]
  const outlets = product.outlets
    .map(({ id, instockMilli }) => `<outlet id="${id}" instock="${decimalOf(instockMilli)}"/>`)
    .join('')
  const extensions = [
    tag('count', decimalOf(product.countMilli)),
    tag('min-quantity', step),
    tag('step-quantity', step),
    outlets === '' ? '' : `<outlets>${outlets}</outlets>`,
  ]
  const group = product.groupId === null ? '' : ` group_id="${product.groupId}"`
  return (
    `<offer id="${product.id}" ` +
    `available="${product.available}"${group}>${standard.join('')}${extensions.join('')}</offer>\n`
  )
}

function param({ name, unit, value }: YmlOffer['params'][number]): string {
  return `<param name="${escapeXml(name)}"${unit ? ` unit="${escapeXml(unit)}"` : ''}>${escapeXml(value)}</param>`
}

function tag(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function optionalTag(name: string, text: string): string {
  return text.trim() === '' ? '' : tag(name, text)
}
