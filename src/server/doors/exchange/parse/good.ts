import { isDocumentPath, readDocuments } from './documents.ts'
import type { DescribedGood, GoodItem, PropertyValue, RejectItem, Unit } from './items.ts'
import {
  child,
  children,
  codeOf,
  childrenInSection,
  isDeleted,
  parseFlag,
  textOf,
  toCode,
  type XmlNode,
} from './node.ts'

const maxCodeLength = 200

/** The good's catalogue (Каталог/Ид), and whether it is sent in full. */
export type GoodContext = { catalogueCode: string; full: boolean }

/** Reads a Товар of 2.x and 3.x. */
export function readGood(node: XmlNode, { catalogueCode, full }: GoodContext): GoodItem | RejectItem {
  const code = readCode(node)
  const name = textOf(node, 'Наименование')
  const reject = (reason: string): RejectItem => ({ kind: 'reject', of: 'good', code, name, reason })
  if (code === '') return reject('У товара нет Ид')
  if (code.length > maxCodeLength) return reject(`Ид товара длиннее ${maxCodeLength} знаков`)
  const requisites = readRequisites(node)
  return {
    kind: 'good',
    code,
    catalogueCode,
    deleted:
      isDeleted(node) ||
      requisites.some((each) => /^пометка\s*удаления$/i.test(each.name) && parseFlag(each.value) === true),
    name,
    articul: textOf(node, 'Артикул'),
    barcodes: readBarcodes(node),
    unit: readUnit(node),
    pictures: readPictures(node, full),
    documents: readDocuments(node, full),
    properties: readProperties(node),
    characteristics: readCharacteristics(node),
    requisites,
    ...readDescription(node),
  }
}

/** Fields of a good, not of a variant. */
export function readDescription(node: XmlNode): DescribedGood {
  return {
    groupCodes: distinct(childrenInSection(node, 'Группы', 'Ид').map((each) => toCode(each.text))),
    description: textOf(node, 'Описание'),
    manufacturer: manufacturerElements.map((each) => readNameOf(node, each)).find((each) => each !== '') ?? '',
    vat: readVat(node),
    weight: textOf(node, 'Вес'),
    volume: textOf(node, 'Объем', 'Объём'),
  }
}

const manufacturerElements = ['Изготовитель', 'Производитель', 'ТорговаяМарка', 'Бренд']

/**
 * Ид, joined by '#' with a separately given characteristic. An empty or zero characteristic means the good itself, and
 * so does the good's own Ид given twice.
 */
export function readCode(node: XmlNode): string {
  const [good = '', ...rest] = textOf(node, 'Ид').split('#')
  const characteristic = toCode(rest.join('#')) || codeOf(node, 'ИдХарактеристики')
  const goodCode = toCode(good)
  return characteristic === '' || characteristic === goodCode || /^[0-]*$/.test(characteristic) || goodCode === ''
    ? goodCode
    : `${goodCode}#${characteristic}`
}

/** One or several Штрихкод, or several separated by commas. */
export function readBarcodes(node: XmlNode): string[] {
  const plain = [...children(node, 'Штрихкод', 'ШтрихКод'), ...childrenInSection(node, 'Штрихкоды', 'Штрихкод')]
  const rawValues =
    plain.length === 0
      ? [textOf(node, 'Штрихкод')]
      : plain.map((each) => (each.children.length === 0 ? each.text : textOf(each, 'Значение', 'Штрихкод')))
  return distinct(rawValues.flatMap((each) => each.split(/[,;\s]+/))).filter((code) => code.length <= 64)
}

export function readUnit(node: XmlNode): Unit | undefined {
  const base = child(node, 'БазоваяЕдиница')
  const ownText = base?.text.trim() || (node.attributes['БазоваяЕдиница'] ?? '').trim()
  if (base === undefined && ownText === '') return undefined
  const okei = textOf(base, 'Код', 'Ид') || (/^\d+$/.test(ownText) ? ownText : '')
  const name = /^\d*$/.test(ownText) ? '' : ownText
  return {
    okei,
    name: name || textOf(base, 'НаименованиеКраткое'),
    fullName: withoutParentheses(textOf(base, 'НаименованиеПолное')),
    recounts: [...children(base, 'Пересчет', 'Пересчёт'), ...childrenInSection(node, 'Единицы', 'Единица')].map(
      (each) => ({
        okei: textOf(each, 'Единица', 'Код', 'Ид'),
        coefficient: textOf(each, 'Коэффициент'),
      }),
    ),
  }
}

/**
 * Paths of pictures; an empty Картинка means none. Undefined if a record of changes has no Картинка: 1C omits unchanged
 * pictures.
 */
export function readPictures(node: XmlNode, full: boolean): string[] | undefined {
  const named = [...children(node, 'Картинка'), ...childrenInSection(node, 'Картинки', 'Картинка')]
  if (named.length === 0 && !full) return undefined
  return distinct(named.map((each) => each.text)).filter((path) => !isDocumentPath(path))
}

/** Values by the property's Ид, or by name if there is no Ид. */
export function readProperties(node: XmlNode): PropertyValue[] {
  return childrenInSection(node, 'ЗначенияСвойств', 'ЗначенияСвойства', 'ЗначениеСвойства')
    .map((each) => ({
      propertyCode: codeOf(each, 'Ид'),
      name: textOf(each, 'Наименование'),
      values: distinct([
        ...children(each, 'ИдЗначения', 'Значение').map((value) => toCode(value.text)),
        toCode(each.attributes['Значение'] ?? ''),
      ]).filter(isFilled),
    }))
    .filter((each) => (each.propertyCode !== '' || each.name !== '') && each.values.length > 0)
}

export function readCharacteristics(node: XmlNode): { name: string; value: string }[] {
  return childrenInSection(node, 'ХарактеристикиТовара', 'ХарактеристикаТовара')
    .map((each) => ({ name: textOf(each, 'Наименование'), value: textOf(each, 'Значение') }))
    .filter((each) => each.name !== '' && each.value !== '' && isFilled(each.value))
}

/** ЗначенияРеквизитов, and elements that some configurations write instead. */
export function readRequisites(node: XmlNode): { name: string; value: string }[] {
  const written = childrenInSection(node, 'ЗначенияРеквизитов', 'ЗначениеРеквизита').map((each) => ({
    name: textOf(each, 'Наименование'),
    value: textOf(each, 'Значение'),
  }))
  const elements = ['ПолноеНаименование', 'Код'].map((name) => ({ name, value: textOf(node, name) }))
  return [...written.filter(({ value }) => isFilled(value)), ...elements.filter(({ value }) => value !== '')]
}

/** 1C writes an empty number as the lowest of its length: -999999999,9, -999999999,90. */
function isFilled(value: string): boolean {
  return !/^[-\u2212]9{6,}([.,]9+0*)?$/.test(value.replace(/\s/g, ''))
}

function readNameOf(node: XmlNode, element: string): string {
  return textOf(child(node, element), 'Наименование', 'ОфициальноеНаименование') || textOf(node, element)
}

function readVat(node: XmlNode): string | undefined {
  const rates = childrenInSection(node, 'СтавкиНалогов', 'СтавкаНалога')
  const vat = rates.find((each) => /ндс/i.test(textOf(each, 'Наименование'))) ?? rates[0]
  return vat === undefined ? undefined : textOf(vat, 'Ставка')
}

/** 'Пара (2 шт.)' → 'Пара': removes the remark in parentheses. */
function withoutParentheses(fullName: string): string {
  return fullName
    .replace(/\s*\([^)]*\)\s*$/, '')
    .trim()
    .toLowerCase()
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.map((each) => each.trim()).filter((each) => each !== ''))]
}
