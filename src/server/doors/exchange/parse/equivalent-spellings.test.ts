import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DialectName, StockShape } from '#server/doors/demo/synthetic/dialects.ts'
import { writeSyntheticExport } from '#server/doors/demo/synthetic-export.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'
import type { XmlNode } from './node.ts'
import { readCommerceML, surveyCommerceML } from './read-commerceml.ts'
import { readXml } from './read-xml.ts'

/** Complete exports in equivalent spellings: each must be read the same. */

const dialects: [DialectName, StockShape][] = [
  ['2.03', 'total'],
  ['2.07', 'attributes'],
  ['2.10', 'changes'],
  ['3.1-split', 'rests'],
]
const guids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const spellings: [string, (root: XmlNode) => string | Uint8Array][] = [
  ['with prefixes', (root) => write(root).replaceAll(/<(\/?)(?=[А-Я])/g, '<$1cml:')],
  ['with GUIDs in capitals', (root) => write(root).replaceAll(guids, (guid) => guid.toUpperCase())],
  ['with comments and blanks between elements', (root) => write(root).replaceAll('><', '>\r\n\t<!-- < & > -->\n<')],
  [
    'with empty elements before the filled ones',
    (root) =>
      write(root).replaceAll(
        /<(Артикул|Наименование|Описание|Количество|ЦенаЗаЕдиницу|Коэффициент|ИдТипаЦены)>/g,
        '<$1/><$1>',
      ),
  ],
  ['with records written backwards', (root) => write(backwards(root))],
  ['with attributes for elements', (root) => write(withAttributes(root))],
  ['in CDATA', (root) => write(root).replaceAll(/>([^<>&]+)</g, '><![CDATA[$1]]><')],
  ['in windows-1251 that calls itself UTF-8', (root) => encodeWindows1251(write(root))],
]

describe.each(dialects)('an export of %s with stock as %s is read the same', (dialect, stock) => {
  let folder: string
  const files: XmlNode[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'respelt-'))
    const written = await writeSyntheticExport(folder, {
      goods: 40,
      seed: 5,
      dialect,
      stock,
      portions: 1,
      deletedEvery: 7,
      priceTypes: 3,
    })
    for (const name of written.files) files.push(await treeOf(await readFile(join(folder, name))))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(spellings)('%s', async (_how, rewrite) => {
    for (const root of files) {
      const plain = await parsed(write(root))
      expect(plain.length).toBeGreaterThan(0)
      expect(await parsed(rewrite(root))).toEqual(plain)
    }
  })

  test('with properties of sections after their records, in another order', async () => {
    for (const root of files)
      expect(unordered(await parsed(write(sectionsBackwards(root))))).toEqual(unordered(await parsed(write(root))))
  })
})

/** The content of a file, ignoring the order of unordered parts. */
async function parsed(content: string | Uint8Array): Promise<unknown[]> {
  const items: unknown[] = []
  const { sections, itemCount } = await surveyCommerceML(once(content))
  for await (const some of readCommerceML(once(content), sections)) items.push(...some)
  expect(items).toHaveLength(itemCount)
  return items.map(unordered)
}

function unordered(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(unordered).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unordered(each)]))
}

async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content as string)
}

async function treeOf(content: Uint8Array): Promise<XmlNode> {
  const top: XmlNode = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  const handler = {
    open(name: string, attributes: Record<string, string>) {
      const node = { name, attributes, text: '', children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text: (text: string) => void ((open.at(-1) ?? top).text += text),
    close: () => void open.pop(),
  }
  for await (const _ of readXml(once(content), handler)) continue
  return top.children[0] ?? top
}

function write(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(root)}`
}

function element({ name, attributes, text, children }: XmlNode): string {
  const attributeText = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')
  return `<${name}${attributeText}>${escaped(text.trim())}${children.map(element).join('')}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const records = [
  'Товар',
  'Предложение',
  'Цена',
  'ТипЦены',
  'Склад',
  'Остаток',
  'Свойство',
  'СвойствоНоменклатуры',
  'БазоваяЕдиница',
  'ЗначениеРеквизита',
  'ЗначенияСвойства',
]

function backwards(node: XmlNode): XmlNode {
  const children = node.children.map(backwards)
  return { ...node, children: records.includes(node.name) ? children.toReversed() : children }
}

/** СодержитТолькоИзменения becomes an element, too, as in 2.03. */
function sectionsBackwards(root: XmlNode): XmlNode {
  const children = root.children.map((section) => {
    const { СодержитТолькоИзменения: flag, ...attributes } = section.attributes
    const properties =
      flag === undefined ? [] : [{ name: 'СодержитТолькоИзменения', attributes: {}, text: flag, children: [] }]
    return { ...section, attributes, children: [...properties, ...section.children].toReversed() }
  })
  return { ...root, children }
}

/** Leaf elements of records become attributes if their name occurs once. */
function withAttributes(node: XmlNode): XmlNode {
  const leaves = records.includes(node.name)
    ? node.children.filter(
        (each) => isLeaf(each) && node.children.filter(({ name }) => name === each.name).length === 1,
      )
    : []
  const attributes = Object.fromEntries(leaves.map(({ name, text }) => [name, text.trim()]))
  return {
    ...node,
    attributes: { ...node.attributes, ...attributes },
    children: node.children.filter((each) => !leaves.includes(each)).map(withAttributes),
  }
}

function isLeaf({ name, attributes, children }: XmlNode): boolean {
  return children.length === 0 && Object.keys(attributes).length === 0 && name !== 'Картинка'
}
