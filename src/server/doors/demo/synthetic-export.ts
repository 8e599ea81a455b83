import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type EncodedFile, openEncoded } from './synthetic/encoded-file.ts'
import {
  catalogueId,
  goodAt,
  groupsOf,
  priceTypesOf,
  type SyntheticGood,
  type SyntheticPriceType,
  warehousesOf,
} from './synthetic/synthetic-goods.ts'
import {
  classifierLines,
  goodLines,
  groupLines,
  onlyChanges,
  priceTypeLines,
  propertyLines,
  warehouseLines,
} from './synthetic/goods-xml.ts'
import { changeLines, offerLines, type OfferPart, packageHead } from './synthetic/offers-xml.ts'
import { type Settings, settingsOf, type SyntheticOptions } from './synthetic/options.ts'
import { sentences } from './synthetic/vocabulary.ts'
import { attribute, element } from './xml.ts'

export interface SyntheticExport {
  /** Paths inside the folder, in the order in which 1C would send them. */
  files: string[]
  bytes: number
  goods: number
  variants: number
}

/**
 * Writes a synthetic CommerceML export of any size in constant memory, in the dialect of a chosen 1C configuration. The
 * same options give the same bytes. 58,000 goods of the default size are about 200 MB.
 */
export async function writeSyntheticExport(folder: string, options: SyntheticOptions): Promise<SyntheticExport> {
  const settings = settingsOf(options)
  const written: SyntheticExport = { files: [], bytes: 0, goods: settings.goods, variants: 0 }
  for (const plan of settings.dialect.split ? splitFiles(settings) : portionFiles(settings)) {
    await mkdir(dirname(join(folder, plan.path)), { recursive: true })
    const file = await openEncoded(join(folder, plan.path), settings.dialect.encoding)
    await writeFile(file, plan, settings)
    await file.close()
    written.files.push(plan.path)
    written.bytes += file.bytes
  }
  for (const { good } of goodsOf(settings, whole(settings)))
    written.variants += good.offers.filter(({ variantId }) => variantId !== undefined).length
  return written
}

/** Content of an export, to compare an import with. */
export function describeSyntheticExport(options: SyntheticOptions): {
  catalogueId: string
  priceTypes: SyntheticPriceType[]
  warehouses: { id: string; name: string }[]
  goods: SyntheticGood[]
} {
  const settings = settingsOf(options)
  return {
    catalogueId: catalogueId(settings),
    priceTypes: priceTypesOf(settings),
    warehouses: warehousesOf(settings),
    goods: [...goodsOf(settings, whole(settings))].map(({ good }) => good),
  }
}

interface Range {
  first: number
  end: number
}

/** A file: what precedes its items, their parent element, and the lines of each good. */
interface FilePlan {
  path: string
  before: readonly string[]
  /** Outermost first, with attributes; the last one contains the items. */
  containers: readonly { name: string; attributes: string; head: readonly string[] }[]
  items: Range
  lines: (good: SyntheticGood, index: number) => string[]
}

function portionFiles(settings: Settings): FilePlan[] {
  const ranges = portionsOf(settings)
  const stockApart = settings.dialect.stock === 'changes'
  return [
    ...ranges.map((items, portion) =>
      goodsFile(
        `import0_${portion + 1}.xml`,
        settings,
        items,
        portion === 0 ? classifierLines(settings, [...groupLines(settings), ...propertyLines(settings)]) : [],
        portion,
      ),
    ),
    ...ranges.map((items, portion) =>
      offersFile(
        `offers0_${portion + 1}.xml`,
        settings,
        items,
        ['names', 'prices', 'stock'],
        portion,
        priceTypesAndWarehouses(settings),
      ),
    ),
    ...(stockApart ? [changesFile('rests0_1.xml', settings)] : []),
  ]
}

function splitFiles(settings: Settings): FilePlan[] {
  const items = whole(settings)
  const nothing = { first: 0, end: 0 }
  const catalogue = { name: 'Каталог', attributes: onlyChanges(settings.full), head: catalogueHead(settings) }
  return [
    {
      path: 'import.xml',
      before: classifierLines(settings, [...groupLines(settings), ...priceTypesAndWarehouses(settings)]),
      containers: [catalogue],
      items: nothing,
      lines: () => [],
    },
    {
      path: 'properties/1/import.xml',
      before: classifierLines(settings, propertyLines(settings)),
      containers: [catalogue],
      items: nothing,
      lines: () => [],
    },
    goodsFile('goods/1/import.xml', settings, items, [], 0),
    offersFile('goods/1/offers.xml', settings, items, ['names'], 0, []),
    offersFile('goods/1/prices.xml', settings, items, ['prices'], 0, []),
    settings.dialect.stock === 'changes'
      ? changesFile('goods/1/rests.xml', settings)
      : offersFile('goods/1/rests.xml', settings, items, ['stock'], 0, []),
  ]
}

function goodsFile(
  path: string,
  settings: Settings,
  items: Range,
  before: readonly string[],
  portion: number,
): FilePlan {
  return {
    path,
    before,
    items,
    containers: [
      { name: 'Каталог', attributes: onlyChanges(settings.full && portion === 0), head: catalogueHead(settings) },
      { name: 'Товары', attributes: '', head: [] },
    ],
    lines: (good, index) => goodLines(settings, good, descriptionOf(settings, good, index)),
  }
}

function offersFile(
  path: string,
  settings: Settings,
  items: Range,
  parts: readonly OfferPart[],
  portion: number,
  warehouses: readonly string[],
): FilePlan {
  return {
    path,
    before: [],
    items,
    containers: [
      {
        name: 'ПакетПредложений',
        attributes: onlyChanges(settings.full && portion === 0),
        head: [...packageHead(settings), ...(portion === 0 ? warehouses : [])],
      },
      { name: 'Предложения', attributes: '', head: [] },
    ],
    lines: (good, index) => offerLines(settings, good, index, parts),
  }
}

function changesFile(path: string, settings: Settings): FilePlan {
  const head = packageHead(settings).filter(
    (line) => !line.startsWith('<Наименование') && !line.startsWith('<ИдКлассификатора'),
  )
  return {
    path,
    before: [],
    items: whole(settings),
    containers: [
      { name: 'ИзмененияПакетаПредложений', attributes: onlyChanges(false), head },
      { name: 'Предложения', attributes: '', head: [] },
    ],
    lines: (good) => changeLines(settings, good),
  }
}

/** The oldest dialect has no warehouses, only a total quantity. */
function priceTypesAndWarehouses(settings: Settings): string[] {
  return [...priceTypeLines(settings), ...(settings.dialect.stock === 'total' ? [] : warehouseLines(settings))]
}

function catalogueHead(settings: Settings): string[] {
  return [
    element('Ид', catalogueId(settings)),
    element('ИдКлассификатора', catalogueId(settings)),
    element('Наименование', 'Основной каталог'),
  ]
}

async function writeFile(file: EncodedFile, plan: FilePlan, settings: Settings): Promise<void> {
  const { dialect } = settings
  const put = (depth: number, lines: readonly string[]) =>
    file.write(lines.map((line) => `${indented(depth, line, dialect.indent)}${dialect.newline}`).join(''))
  const declared = dialect.encoding === 'windows-1251' ? 'windows-1251' : 'UTF-8'
  await put(0, [`<?xml version="1.0" encoding="${declared}"?>`, `<КоммерческаяИнформация ${rootAttributes(settings)}>`])
  await put(1, plan.before)
  let depth = 1
  for (const { name, attributes, head } of plan.containers) {
    await put(depth, [attributes === '' ? `<${name}>` : `<${name} ${attributes}>`])
    depth += 1
    await put(depth, head)
  }
  for (const { good, index } of goodsOf(settings, plan.items)) await put(depth, plan.lines(good, index))
  for (const { name } of plan.containers.toReversed()) {
    depth -= 1
    await put(depth, [`</${name}>`])
  }
  await put(0, ['</КоммерческаяИнформация>'])
}

function rootAttributes({ dialect }: Settings): string {
  const namespaces =
    dialect.namespace === ''
      ? []
      : [attribute('xmlns', dialect.namespace), attribute('xmlns:xs', 'http://www.w3.org/2001/XMLSchema')]
  return [
    ...namespaces,
    attribute('ВерсияСхемы', dialect.version),
    attribute('ДатаФормирования', dialect.formedAt),
  ].join(' ')
}

/** Lines are indented by tabs; a dialect may use spaces. */
function indented(depth: number, line: string, indent: string): string {
  if (indent === '\t') return '\t'.repeat(depth) + line
  const own = line.search(/[^\t]/)
  return indent.repeat(depth + own) + line.slice(own)
}

/** Pads the good to the requested size; at least one sentence. */
function descriptionOf(settings: Settings, good: SyntheticGood, index: number): string {
  const first = sentences[index % sentences.length] ?? ''
  const parts: OfferPart[] = ['names', 'prices', 'stock']
  const bare = [...goodLines(settings, good, first), ...offerLines(settings, good, index, parts)]
  let missing =
    settings.bytesPerGood -
    bare.reduce((sum, line) => sum + Buffer.byteLength(line) + (settings.dialect.indent === '' ? 1 : 6), 0)
  const text = [first]
  for (let next = index + 1; missing > 0; next += 1) {
    const sentence = sentences[next % sentences.length] ?? ''
    text.push(sentence)
    missing -= Buffer.byteLength(sentence) + 1
  }
  return text.join(' ')
}

function portionsOf(settings: Settings): Range[] {
  const { first, end } = whole(settings)
  const size = Math.ceil(settings.goods / settings.portions)
  return Array.from({ length: settings.portions }, (_, portion) => ({
    first: Math.min(end, first + portion * size),
    end: Math.min(end, first + (portion + 1) * size),
  }))
}

function whole({ from, goods }: Settings): Range {
  return { first: from, end: from + goods }
}

function* goodsOf(settings: Settings, { first, end }: Range): Generator<{ good: SyntheticGood; index: number }> {
  const groupIds = groupsOf(settings).flatMap(({ children }) => children.map(({ id }) => id))
  for (let index = first; index < end; index += 1) yield { good: goodAt(settings, index, groupIds), index }
}
