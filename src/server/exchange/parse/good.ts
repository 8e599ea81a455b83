import { isDocumentPath, readDocuments } from './documents.ts'
import type { GoodItem, PropertyValue, RejectItem, Unit } from './items.ts'
import { child, children, isDeleted, textOf, type XmlNode } from './node.ts'

const longestCode = 200

/** Товар of 2.x and 3.x. */
export function readGood(node: XmlNode, catalogueCode: string): GoodItem | RejectItem {
  const code = readCode(node)
  const name = textOf(node, 'Наименование')
  const reject = (reason: string): RejectItem => ({ kind: 'reject', of: 'good', code, name, reason })
  if (code === '') return reject('У товара нет Ид')
  if (code.length > longestCode) return reject(`Ид товара длиннее ${longestCode} знаков`)
  return {
    kind: 'good',
    code,
    catalogueCode,
    deleted: isDeleted(node),
    name,
    articul: textOf(node, 'Артикул'),
    barcodes: readBarcodes(node),
    unit: readUnit(node),
    groupCodes: distinct(children(child(node, 'Группы'), 'Ид').map((each) => each.text.trim())),
    description: textOf(node, 'Описание'),
    pictures: readPictures(node),
    documents: readDocuments(node),
    manufacturer: textOf(child(node, 'Изготовитель'), 'Наименование', 'ОфициальноеНаименование') || textOf(node, 'Изготовитель'),
    properties: readProperties(node),
    characteristics: readCharacteristics(node),
    vat: readVat(node),
    requisites: children(child(node, 'ЗначенияРеквизитов'), 'ЗначениеРеквизита').map((each) => ({
      name: textOf(each, 'Наименование'),
      value: textOf(each, 'Значение'),
    })),
    weight: textOf(node, 'Вес'),
    volume: textOf(node, 'Объем', 'Объём'),
  }
}

/** Ид, with a characteristic told apart joined by '#'; an empty or zero characteristic means the good itself. */
export function readCode(node: XmlNode): string {
  const [good = '', ...rest] = textOf(node, 'Ид').split('#')
  const characteristic = rest.join('#').trim() || textOf(node, 'ИдХарактеристики')
  const own = good.trim()
  return characteristic === '' || /^[0-]*$/.test(characteristic) || own === '' ? own : `${own}#${characteristic}`
}

/** One or several Штрихкод, or several in one by commas. */
export function readBarcodes(node: XmlNode): string[] {
  const plain = [...children(node, 'Штрихкод', 'ШтрихКод'), ...children(child(node, 'Штрихкоды'), 'Штрихкод')]
  return distinct(
    plain.flatMap((each) => (each.children.length === 0 ? each.text : textOf(each, 'Значение', 'Штрихкод')).split(/[,;\s]+/)),
  ).filter((code) => code.length <= 64)
}

export function readUnit(node: XmlNode): Unit | undefined {
  const base = child(node, 'БазоваяЕдиница')
  if (base === undefined) return undefined
  const ownText = base.text.trim()
  const okei = (base.attributes['Код'] ?? textOf(base, 'Код', 'Ид')).trim() || (/^\d+$/.test(ownText) ? ownText : '')
  const name = /^\d*$/.test(ownText) ? '' : ownText
  return {
    okei,
    name: name || (base.attributes['НаименованиеКраткое'] ?? '').trim(),
    fullName: shortened(base.attributes['НаименованиеПолное'] ?? ''),
    recounts: [...children(base, 'Пересчет', 'Пересчёт'), ...children(child(node, 'Единицы'), 'Единица')].map((each) => ({
      okei: textOf(each, 'Единица', 'Код', 'Ид'),
      coefficient: textOf(each, 'Коэффициент'),
    })),
  }
}

export function readPictures(node: XmlNode): string[] {
  return distinct(children(node, 'Картинка').map((each) => each.text.trim())).filter((path) => !isDocumentPath(path))
}

export function readProperties(node: XmlNode): PropertyValue[] {
  return children(child(node, 'ЗначенияСвойств'), 'ЗначенияСвойства', 'ЗначениеСвойства')
    .map((each) => ({
      propertyCode: textOf(each, 'Ид'),
      values: distinct(children(each, 'ИдЗначения', 'Значение').map((value) => value.text.trim())),
    }))
    .filter((each) => each.propertyCode !== '' && each.values.length > 0)
}

export function readCharacteristics(node: XmlNode): { name: string; value: string }[] {
  return children(child(node, 'ХарактеристикиТовара'), 'ХарактеристикаТовара')
    .map((each) => ({ name: textOf(each, 'Наименование'), value: textOf(each, 'Значение') }))
    .filter((each) => each.name !== '' && each.value !== '')
}

function readVat(node: XmlNode): string | undefined {
  const rates = children(child(node, 'СтавкиНалогов'), 'СтавкаНалога')
  const vat = rates.find((each) => /ндс/i.test(textOf(each, 'Наименование'))) ?? rates[0]
  return vat === undefined ? undefined : textOf(vat, 'Ставка')
}

/** 'Пара (2 шт.)' → 'Пара': the remark in parentheses says nothing on a price tag. */
function shortened(fullName: string): string {
  return fullName.replace(/\s*\([^)]*\)\s*$/, '').trim().toLowerCase()
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.map((each) => each.trim()).filter((each) => each !== ''))]
}
