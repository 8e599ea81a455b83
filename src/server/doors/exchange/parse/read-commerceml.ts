import { BrokenFile } from './broken-file.ts'
import { readContragent } from './contragent.ts'
import { readMeasure, readPriceType, readProperty, readWarehouse } from './classifier.ts'
import { assertRootName } from './decode.ts'
import { readCode, readGood } from './good.ts'
import { GroupReader } from './groups.ts'
import type { Item, PriceTypeItem } from './items.ts'
import { textOf, type XmlNode } from './node.ts'
import { readOffer } from './offer.ts'
import { readXml, type XmlHandler } from './read-xml.ts'
import { RecordBuilder } from './record-builder.ts'
import { maxRecordBytes, maxSmallRecordBytes } from './record-size.ts'
import { catalogueOf, describeSection, isFull, isSection, openSection, type Section } from './sections.ts'
import { readSeller } from './seller.ts'
import { ymlRoot, type YmlTerms } from './yml/terms.ts'
import { YmlReader } from './yml/yml-reader.ts'

const maxPriceTypes = 1000
const maxSections = 10_000

/**
 * Reads a CommerceML 2.03–3.1 file as a stream; yields its items in document order, a few at a time. Memory is bounded
 * by one record and a 64 KB chunk. An unusable record, or one of more than 16 MB of text, becomes a `reject` item.
 * `sections`: the result of `surveyCommerceML` for the same file; without it a record knows only what precedes it.
 * With `yml` a YML file is read too. Throws BrokenFile if the file is malformed, truncated, or neither of them.
 */
export async function* readCommerceML(
  bytes: AsyncIterable<Uint8Array>,
  sections: readonly Section[] = [],
  yml?: YmlTerms,
): AsyncGenerator<Item[]> {
  let items: Item[] = []
  const reader = new AnyReader((item) => items.push(item), sections, yml)
  for await (const _ of readXml(bytes, reader)) {
    if (items.length === 0) continue
    yield items
    items = []
  }
}

/** `latePriceTypes`: described after offers with such prices. */
export type Survey = { itemCount: number; sections: Section[]; latePriceTypes: PriceTypeItem[] }

/**
 * Reads a whole file without keeping its items: checks that it is complete, counts items, and reads section data that
 * follows the records. Throws like `readCommerceML`, and the reason of `stop`.
 */
export async function surveyCommerceML(
  bytes: AsyncIterable<Uint8Array>,
  { stop, yml }: { stop?: AbortSignal | undefined; yml?: YmlTerms | undefined } = {},
): Promise<Survey> {
  let itemCount = 0
  let offerSeen = false
  const latePriceTypes: PriceTypeItem[] = []
  const note = (item: Item) => {
    itemCount += 1
    offerSeen ||= item.kind === 'offer'
    if (offerSeen && item.kind === 'priceType' && latePriceTypes.length < maxPriceTypes) latePriceTypes.push(item)
  }
  const reader = new AnyReader(note, [], yml)
  for await (const _ of readXml(bytes, reader)) stop?.throwIfAborted()
  return { itemCount, sections: reader.sections, latePriceTypes }
}

/** The reader of the format that the root element names. */
class AnyReader implements XmlHandler {
  readonly #choose: (root: string) => Reader | YmlReader
  #reader: Reader | YmlReader | undefined

  constructor(emit: (item: Item) => void, sections: readonly Section[], yml: YmlTerms | undefined) {
    this.#choose = (root) => (yml && root === ymlRoot ? new YmlReader(emit, yml) : new Reader(emit, sections))
  }

  get sections(): Section[] {
    return this.#reader?.sections ?? []
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#reader ??= this.#choose(name)
    this.#reader.open(name, attributes)
  }

  text(piece: string): void {
    this.#reader?.text(piece)
  }

  close(name: string): void {
    this.#reader?.close(name)
  }
}

/** Elements that are records, by their name and the two enclosing ones. */
const recordParents: Record<string, readonly string[]> = {
  Товар: ['Каталог/Товары'],
  Предложение: ['ПакетПредложений/Предложения', 'ИзмененияПакетаПредложений/Предложения'],
  Свойство: ['Классификатор/Свойства', 'Группа/Свойства'],
  СвойствоНоменклатуры: ['Классификатор/Свойства', 'Группа/Свойства'],
  ТипЦены: ['Классификатор/ТипыЦен', 'ПакетПредложений/ТипыЦен', 'ИзмененияПакетаПредложений/ТипыЦен'],
  Склад: ['Классификатор/Склады', 'ПакетПредложений/Склады', 'ИзмененияПакетаПредложений/Склады'],
  ЕдиницаИзмерения: ['Классификатор/ЕдиницыИзмерения'],
  Контрагент: ['КоммерческаяИнформация/Контрагенты', 'Классификатор/Контрагенты'],
}

/** Turns a stream of elements into items: small trees for records, only a path for everything else. */
class Reader {
  readonly sections: Section[] = []
  readonly #surveyed: readonly Section[]
  readonly #emit: (item: Item) => void
  readonly #path: string[] = []
  readonly #record = new RecordBuilder(keepIdentity)
  readonly #groups: GroupReader
  /** Data of the open section so far. */
  #section = openSection('', {})
  #catalogueEmitted = false
  #text = ''

  constructor(emit: (item: Item) => void, surveyed: readonly Section[]) {
    this.#emit = emit
    this.#surveyed = surveyed
    this.#groups = new GroupReader(emit)
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#path.length === 0) assertRootName(name)
    this.#text = ''
    if (this.#record.isOpen) {
      this.#record.open(name, attributes)
    } else if (this.#isRecord(name)) {
      this.#record.start(smallRecords.has(name) ? maxSmallRecordBytes : maxRecordBytes)
      this.#record.open(name, attributes)
    } else {
      if (this.#path.length === 1) this.#enter(name, attributes)
      if (this.#insideGroups()) this.#groups.open(name, attributes, this.#whole().onlyChanges === true)
    }
    this.#path.push(name)
  }

  text(piece: string): void {
    if (this.#record.isOpen) this.#record.text(piece)
    else this.#text += piece
  }

  close(name: string): void {
    this.#path.pop()
    const node = this.#record.close()
    if (node !== undefined) {
      if (!this.#record.isOpen) this.#finishRecord(node)
      return
    }
    if (this.#insideGroups()) this.#groups.close(name, this.#text)
    else if (this.#path.length === 2) describeSection(this.#section, name, this.#text.trim())
    else if (this.#path.length === 1 && name === 'Каталог') this.#emitCatalogue()
    this.#text = ''
  }

  #isRecord(name: string): boolean {
    const depth = this.#path.length
    if (name === 'Владелец') return depth === 2
    return depth >= 2 && (recordParents[name]?.includes(`${this.#path[depth - 2]}/${this.#path[depth - 1]}`) ?? false)
  }

  #insideGroups(): boolean {
    return this.#path[1] === 'Классификатор' && this.#path[2] === 'Группы'
  }

  #enter(name: string, attributes: Record<string, string>): void {
    this.#section = openSection(name, attributes)
    this.#catalogueEmitted = false
    if (!isSection(name)) return
    this.sections.push(this.#section)
    if (this.sections.length > maxSections) throw new BrokenFile('В файле слишком много каталогов и пакетов')
  }

  /** The open section, completed by a survey of the whole file. */
  #whole(): Section {
    return (isSection(this.#section.name) && this.#surveyed[this.sections.length - 1]) || this.#section
  }

  /** Once per Каталог: before its first good, or at its end if it has none. */
  #emitCatalogue(): void {
    if (this.#catalogueEmitted) return
    this.#emit({ kind: 'catalogue', code: this.#whole().id, full: isFull(this.#whole()) })
    this.#catalogueEmitted = true
  }

  #finishRecord(node: XmlNode): void {
    if (this.#record.excess !== undefined) return this.#emit(tooLarge(node, this.#record.excess))
    switch (node.name) {
      case 'Товар':
        this.#emitCatalogue()
        return this.#emit(readGood(node, { catalogueCode: this.#whole().id, full: isFull(this.#whole()) }))
      case 'Предложение':
        return this.#emitOffer(node)
      case 'Владелец':
        return this.#emitSeller(node)
      case 'ТипЦены':
        return this.#emitPriceType(node)
      case 'Склад':
        return this.#emit(readWarehouse(node))
      case 'Контрагент':
        return this.#emitContragent(node)
      case 'ЕдиницаИзмерения':
        return this.#emit(readMeasure(node))
      default:
        return this.#emitProperty(node)
    }
  }

  #emitOffer(node: XmlNode): void {
    const section = this.#whole()
    const item = readOffer(node, {
      catalogueCode: catalogueOf(section),
      full: isFull(section),
      priceTypes: section.priceTypes,
    })
    if (item.kind === 'offer') this.#section.offerCount += 1
    this.#emit(item)
  }

  /** A group may list properties by Ид alone, which describes none. */
  #emitProperty(node: XmlNode): void {
    if (!this.#insideGroups() || textOf(node, 'Наименование') !== '') this.#emit(readProperty(node))
  }

  #emitSeller(node: XmlNode): void {
    const seller = readSeller(node)
    if (seller) this.#emit(seller)
  }

  #emitContragent(node: XmlNode): void {
    const contragent = readContragent(node)
    if (contragent) this.#emit(contragent)
  }

  #emitPriceType(node: XmlNode): void {
    const item = readPriceType(node)
    const { priceTypes } = this.#section
    if (this.#path[1] !== 'Классификатор' && item.kind === 'priceType' && priceTypes.length < maxPriceTypes)
      priceTypes.push(item.code)
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
  Контрагент: 'contragent',
}

const smallRecords = new Set(['Владелец', 'ТипЦены', 'Склад', 'ЕдиницаИзмерения', 'Контрагент'])

function tooLarge(node: XmlNode, reason: string): Item {
  const { name } = node
  return {
    kind: 'reject',
    of: recordKinds[name] ?? 'good',
    code: readCode(node),
    name: textOf(node, 'Наименование'),
    reason: `Запись «${name}» слишком велика: ${reason}`,
  }
}

/** Of an oversized record only its identity is kept. */
function keepIdentity(open: readonly XmlNode[]): void {
  for (const node of open) {
    node.attributes = {}
    node.children = node.children
      .filter(({ name, text }) => (name === 'Ид' || name === 'Наименование') && text.length < 1000)
      .slice(0, 2)
    if (node.children.length === 0) node.text = ''
  }
}
