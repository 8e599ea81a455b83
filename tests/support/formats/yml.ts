import { readFileSync } from 'node:fs'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { SaxesParser } from 'saxes'

const schemaFile = new URL('../../../src/server/platform/files/yml.xsd', import.meta.url)

export type ReadOffer = {
  attributes: Record<string, string>
  fields: Record<string, string[]>
  params: Record<string, { unit: string | undefined; value: string }>
  outlets: Record<string, string>
}

/**
 * Ids of goods for which the shop knows these fields: a price list includes goods without them, although a marketplace
 * requires them.
 */
export type KnownGoods = Record<'vendor' | 'picture', ReadonlySet<number>>

/**
 * Errors of a YML by our schema, and rules it cannot express: offers that lack a required or known field, or have it
 * twice.
 */
export function ymlFaults(xml: string, known: KnownGoods = { vendor: new Set(), picture: new Set() }): string[] {
  const { offers, doubledParams } = readYml(xml)
  return [...schemaFaults(xml), ...offers.flatMap((offer) => offerFaults(offer, known)), ...doubledParams]
}

export function schemaFaults(xml: string): string[] {
  const schema = XmlDocument.fromBuffer(readFileSync(schemaFile))
  const validator = XsdValidator.fromDoc(schema)
  try {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return []
    } finally {
      document.dispose()
    }
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .split('\n')
      .filter((line) => line !== '')
  } finally {
    validator.dispose()
    schema.dispose()
  }
}

const requiredFields = ['name', 'url', 'price', 'currencyId', 'categoryId', 'description']
const repeatableFields = new Set(['picture', 'barcode'])

function offerFaults({ attributes, fields }: ReadOffer, { vendor, picture }: KnownGoods): string[] {
  const id = attributes.id ?? '?'
  const expected = [
    ...requiredFields,
    ...(vendor.has(Number(id)) ? ['vendor'] : []),
    ...(picture.has(Number(id)) ? ['picture'] : []),
  ]
  const missing = expected.filter((name) => !fields[name]?.[0]?.trim()).map((name) => `offer ${id}: no ${name}`)
  const doubled = Object.entries(fields)
    .filter(([name, found]) => found.length > 1 && !repeatableFields.has(name))
    .map(([name]) => `offer ${id}: ${name} twice`)
  const [price = 0, oldPrice = Infinity] = [fields.price, fields.oldprice].map((found) =>
    found ? Number(found[0]) : undefined,
  )
  return [...missing, ...doubled, ...(price >= oldPrice ? [`offer ${id}: oldprice not above price`] : [])]
}

/** Reads a YML file. */
export function readYml(xml: string) {
  const categories: Record<string, { name: string; parentId: string | undefined }> = {}
  const offers: ReadOffer[] = []
  const doubledParams: string[] = []
  let date = ''
  let text = ''
  let offer: ReadOffer | undefined
  const open: { name: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, attributes })
    text = ''
    if (name === 'yml_catalog') date = attributes.date ?? ''
    if (name === 'offer') offer = { attributes, fields: {}, params: {}, outlets: {} }
    if (name === 'outlet' && offer) offer.outlets[attributes.id ?? ''] = attributes.instock ?? ''
  })
  parser.on('text', (piece) => (text += piece))
  parser.on('cdata', (piece) => (text += piece))
  parser.on('closetag', ({ name }) => {
    const { attributes = {} } = open.pop() ?? {}
    if (name === 'category') categories[attributes.id ?? ''] = { name: text, parentId: attributes.parentId }
    if (name === 'offer' && offer) {
      offers.push(offer)
      offer = undefined
    }
    if (offer && open.at(-1)?.name === 'offer') {
      if (name === 'param') keepParam(offer, attributes)
      else (offer.fields[name] ??= []).push(text)
    }
    text = ''
  })
  function keepParam(
    { attributes: { id }, params }: ReadOffer,
    { name = '', unit }: Record<string, string | undefined>,
  ): void {
    if (name !== '' && params[name]) doubledParams.push(`offer ${id}: param ${name} twice`)
    params[name] = { unit, value: text }
  }
  parser.write(xml).close()
  return {
    date,
    categories,
    offers,
    doubledParams,
    offer: (id: number) => offers.find(({ attributes }) => attributes.id === String(id)),
  }
}
