import { BrokenFile } from './broken-file.ts'
import { readMeasure, readPriceType, readProperty, readWarehouse } from './classifier.ts'
import { rootName } from './decode.ts'
import { readGood } from './good.ts'
import { GroupReader } from './groups.ts'
import type { Item } from './items.ts'
import { parseFlag, textOf, toCode, type XmlNode } from './node.ts'
import { readOffer, type OfferContext } from './offer.ts'
import { readXml } from './read-xml.ts'
import { readSeller } from './seller.ts'

/** An element with more parts than this is not a good but an attack, or a damaged file. */
const mostNodes = 1_000_000

/**
 * Reads one CommerceML 2.03–3.1 file as a stream: yields its items in document order, a few at a time. Never holds
 * more than one record (and what a piece of 64 KB brought). An unusable record becomes a `reject` item.
 * Throws BrokenFile when the file is not well-formed, is cut off, or is no CommerceML.
 */
export async function* readCommerceML(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Item[]> {
  let items: Item[] = []
  const reader = new Reader((item) => items.push(item))
  for await (const _ of readXml(bytes, reader)) {
    if (items.length === 0) continue
    yield items
    items = []
  }
}

/** Which elements are records, by the name of the element and the two above it. */
const recordPlaces: Record<string, readonly string[]> = {
  Товар: ['Каталог/Товары'],
  Предложение: ['ПакетПредложений/Предложения', 'ИзмененияПакетаПредложений/Предложения'],
  Свойство: ['Классификатор/Свойства', 'Группа/Свойства'],
  СвойствоНоменклатуры: ['Классификатор/Свойства', 'Группа/Свойства'],
  ТипЦены: ['Классификатор/ТипыЦен', 'ПакетПредложений/ТипыЦен', 'ИзмененияПакетаПредложений/ТипыЦен'],
  Склад: ['Классификатор/Склады', 'ПакетПредложений/Склады', 'ИзмененияПакетаПредложений/Склады'],
  ЕдиницаИзмерения: ['Классификатор/ЕдиницыИзмерения'],
}

/** Names of what surrounds the records, told by the first Ид below it. */
type Surroundings = { id: string; catalogueId: string; full: boolean; announced: boolean; priceTypes: string[] }

/** Turns a stream of elements into items: small trees for records, a path for everything else. */
class Reader {
  readonly #emit: (item: Item) => void
  readonly #path: string[] = []
  readonly #record: XmlNode[] = []
  readonly #groups: GroupReader
  #nodes = 0
  #around: Surroundings = surroundings({})
  #classifierChanges = false
  #text = ''

  constructor(emit: (item: Item) => void) {
    this.#emit = emit
    this.#groups = new GroupReader(emit)
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#path.length === 0 && name !== rootName) throw new BrokenFile(`Это не CommerceML: корневой элемент «${name}»`)
    this.#text = ''
    if (this.#record.length > 0 || this.#isRecord(name)) {
      this.#openInRecord(name, attributes)
    } else {
      if (this.#path.length === 1) this.#enter(name, attributes)
      if (this.#insideGroups()) this.#groups.open(name, attributes, this.#classifierChanges)
    }
    this.#path.push(name)
  }

  text(piece: string): void {
    const node = this.#record.at(-1)
    if (node === undefined) this.#text += piece
    else node.text += piece
  }

  close(name: string): void {
    this.#path.pop()
    const node = this.#record.pop()
    if (node !== undefined) {
      if (this.#record.length === 0) this.#finishRecord(node)
      return
    }
    if (this.#insideGroups()) this.#groups.close(name, this.#text)
    else if (this.#path.length === 2) this.#describe(name, this.#text.trim())
    else if (this.#path.length === 1) this.#announce(name)
    this.#text = ''
  }

  #isRecord(name: string): boolean {
    const depth = this.#path.length
    if (name === 'Владелец') return depth === 2
    return depth >= 3 && (recordPlaces[name]?.includes(`${this.#path[depth - 2]}/${this.#path[depth - 1]}`) ?? false)
  }

  #insideGroups(): boolean {
    return this.#path[1] === 'Классификатор' && this.#path[2] === 'Группы'
  }

  #openInRecord(name: string, attributes: Record<string, string>): void {
    const node: XmlNode = { name, attributes, text: '', children: [] }
    this.#nodes = this.#record.length === 0 ? 1 : this.#nodes + 1
    // What is too much is read over, not kept.
    if (this.#nodes <= mostNodes) this.#record.at(-1)?.children.push(node)
    this.#record.push(node)
  }

  #enter(name: string, attributes: Record<string, string>): void {
    if (name === 'Классификатор') this.#classifierChanges = parseFlag(attributes['СодержитТолькоИзменения']) === true
    else this.#around = surroundings(attributes)
  }

  /** Ид and ИдКаталога of Каталог and ПакетПредложений. */
  #describe(name: string, text: string): void {
    if (this.#path[1] === 'Классификатор') return
    if (name === 'Ид') this.#around.id = toCode(text)
    else if (name === 'ИдКаталога') this.#around.catalogueId = toCode(text)
    else if (name === 'СодержитТолькоИзменения') this.#around.full = parseFlag(text) === false
  }

  /** Says once which catalogue this is: before its first good, or at its end when it has none. */
  #announce(section: string | undefined): void {
    if (this.#around.announced || section !== 'Каталог') return
    this.#emit({ kind: 'catalogue', code: this.#around.id, full: this.#around.full })
    this.#around.announced = true
  }

  #finishRecord(node: XmlNode): void {
    if (this.#nodes > mostNodes) return this.#emit(tooLarge(node))
    switch (node.name) {
      case 'Товар':
        this.#announce('Каталог')
        return this.#emit(readGood(node, { catalogueCode: this.#around.id, full: this.#around.full }))
      case 'Предложение':
        return this.#emit(readOffer(node, offerContext(this.#around)))
      case 'Владелец':
        return this.#emitSeller(node)
      case 'ТипЦены':
        return this.#emitPriceType(node)
      case 'Склад':
        return this.#emit(readWarehouse(node))
      case 'ЕдиницаИзмерения':
        return this.#emit(readMeasure(node))
      default:
        return this.#emitProperty(node)
    }
  }

  /** A group may list its properties by Ид alone: that describes none. */
  #emitProperty(node: XmlNode): void {
    if (!this.#insideGroups() || textOf(node, 'Наименование') !== '') this.#emit(readProperty(node))
  }

  #emitSeller(node: XmlNode): void {
    const seller = readSeller(node)
    if (seller) this.#emit(seller)
  }

  #emitPriceType(node: XmlNode): void {
    const item = readPriceType(node)
    if (this.#path[1] !== 'Классификатор' && item.kind === 'priceType') this.#around.priceTypes = [...this.#around.priceTypes, item.code]
    this.#emit(item)
  }
}

const recordKinds: Record<string, Exclude<Item['kind'], 'reject'>> = {
  Товар: 'good',
  Предложение: 'offer',
  Свойство: 'property',
  СвойствоНоменклатуры: 'property',
  ТипЦены: 'priceType',
  Склад: 'warehouse',
  ЕдиницаИзмерения: 'unit',
}

function tooLarge({ name, children }: XmlNode): Item {
  const said = (part: string) => children.find((child) => child.name === part)?.text.trim() ?? ''
  return { kind: 'reject', of: recordKinds[name] ?? 'good', code: said('Ид'), name: said('Наименование'), reason: `Запись «${name}» слишком велика` }
}

function surroundings(attributes: Record<string, string>): Surroundings {
  return { id: toCode(attributes['Ид'] ?? ''), catalogueId: toCode(attributes['ИдКаталога'] ?? ''), full: parseFlag(attributes['СодержитТолькоИзменения']) === false, announced: false, priceTypes: [] }
}

function offerContext(around: Surroundings): OfferContext {
  return { catalogueCode: catalogueOf(around), full: around.full, priceTypes: around.priceTypes }
}

/** A package's own Ид is its catalogue's, sometimes with '#'. */
function catalogueOf({ id, catalogueId }: Surroundings): string {
  return catalogueId || toCode(id.split('#')[0] ?? '')
}
