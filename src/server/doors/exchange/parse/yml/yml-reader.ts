import { BrokenFile } from '../broken-file.ts'
import type { Item } from '../items.ts'
import type { XmlNode } from '../node.ts'
import { RecordBuilder } from '../record-builder.ts'
import { maxRecordBytes, maxSmallRecordBytes } from '../record-size.ts'
import type { XmlHandler } from '../read-xml.ts'
import { openSection, type Section } from '../sections.ts'
import { readYmlOffer } from './offer.ts'
import { maxIdLength, ymlCatalogue, ymlPrefix, ymlPriceType, ymlRoot, ymlWarehouse, type YmlTerms } from './terms.ts'

const maxOffers = 1_000_000
const maxCategories = 100_000
const maxNameLength = 1000

const records: Record<string, string> = {
  category: `${ymlRoot}/shop/categories`,
  offer: `${ymlRoot}/shop/offers`,
}

/**
 * Turns the elements of a YML file into the items of CommerceML: what names its prices and stock, its categories as
 * groups, each offer as a good and its offer. Memory is bounded by one record and the ids.
 */
export class YmlReader implements XmlHandler {
  readonly sections: Section[] = []
  readonly #emit: (item: Item) => void
  readonly #terms: YmlTerms
  readonly #path: string[] = []
  readonly #record = new RecordBuilder(keepId)
  readonly #categories = new Set<string>()
  readonly #offers = new Set<string>()
  #began = false

  constructor(emit: (item: Item) => void, terms: YmlTerms) {
    this.#emit = emit
    this.#terms = terms
  }

  open(name: string, attributes: Record<string, string>): void {
    const isOpen = this.#record.isOpen
    if (isOpen || records[name] === this.#path.join('/')) {
      if (!isOpen) this.#record.start(name === 'offer' ? maxRecordBytes : maxSmallRecordBytes)
      this.#record.open(name, attributes)
    }
    this.#path.push(name)
  }

  text(piece: string): void {
    this.#record.text(piece)
  }

  close(_name: string): void {
    this.#path.pop()
    const node = this.#record.close()
    if (node === undefined) return
    const above = this.#record.current
    // A description may contain tags outside of CDATA.
    if (above?.name === 'description') above.text += ` ${node.text}`
    if (above === undefined) this.#finish(node)
  }

  #finish(node: XmlNode): void {
    this.#begin()
    if (node.name === 'category') this.#finishCategory(node)
    else this.#finishOffer(node)
  }

  /** What the settings name exists already; the file's own price type and warehouse are described before use. */
  #begin(): void {
    if (this.#began) return
    this.#began = true
    const { full, priceType, warehouse } = this.#terms
    const section = openSection('Каталог', { Ид: ymlCatalogue, СодержитТолькоИзменения: String(!full) })
    this.sections.push(section)
    this.#emit({ kind: 'catalogue', code: ymlCatalogue, full })
    if (priceType === '')
      this.#emit({ kind: 'priceType', ...ymlPriceType, currency: 'RUB', vatIncluded: true, deleted: false })
    if (warehouse === '') this.#emit({ kind: 'warehouse', ...ymlWarehouse, address: '', deleted: false })
  }

  #finishCategory(node: XmlNode): void {
    const id = (node.attributes.id ?? '').trim()
    const name = node.text.trim()
    const parent = (node.attributes.parentId ?? '').trim()
    const code = ymlPrefix + id
    const reject = (reason: string) =>
      this.#emit({ kind: 'reject', of: 'group', code, name: name.slice(0, 200), reason })
    if (this.#record.excess !== undefined) return reject(`Категория слишком велика: ${this.#record.excess}`)
    if (id === '' || id.length > maxIdLength) return reject('У категории нет id или он слишком длинный')
    if (name === '' || name.length > maxNameLength) return reject('У категории нет названия или оно слишком длинное')
    if (this.#categories.has(id)) return reject('Категория с таким id уже была')
    if (this.#categories.size >= maxCategories) throw new BrokenFile(`В файле больше ${maxCategories} категорий`)
    this.#categories.add(copyOf(id))
    this.#emit({
      kind: 'group',
      code,
      name,
      ...(parent === '' || parent === id || parent.length > maxIdLength ? {} : { parentCode: ymlPrefix + parent }),
      deleted: false,
      onlyChanges: !this.#terms.full,
    })
  }

  #finishOffer(node: XmlNode): void {
    const id = (node.attributes.id ?? '').trim()
    const reject = (reason: string) =>
      this.#emit({ kind: 'reject', of: 'good', code: id === '' ? '' : ymlPrefix + id, name: '', reason })
    if (this.#record.excess !== undefined) return reject(`Предложение слишком велико: ${this.#record.excess}`)
    if (this.#offers.has(id) && id !== '') return reject('Предложение с таким id уже было')
    if (this.#offers.size >= maxOffers) throw new BrokenFile(`В файле больше ${maxOffers} предложений`)
    this.#offers.add(copyOf(id))
    for (const item of readYmlOffer(node, this.#terms, (category) => this.#categories.has(category))) this.#emit(item)
  }
}

/** A slice of the file's text would keep the whole chunk in memory. */
function copyOf(id: string): string {
  return Buffer.from(id).toString()
}

/** Of an oversized record only its id is kept. */
function keepId(open: readonly XmlNode[]): void {
  for (const [depth, node] of open.entries()) {
    const { id } = node.attributes
    node.attributes = depth === 0 && id !== undefined && id.length <= maxIdLength ? { id } : {}
    node.children = []
    node.text = ''
  }
}
