import type { PriceTypeItem, PropertyItem, RejectItem, UnitItem, WarehouseItem } from './items.ts'
import { child, children, codeOf, flagOf, childrenInSection, isDeleted, textOf, type XmlNode } from './node.ts'

/** Свойство of the classifier, with the values of its dictionary. */
export function readProperty(node: XmlNode): PropertyItem | RejectItem {
  const code = codeOf(node, 'Ид')
  const name = textOf(node, 'Наименование')
  const deleted = isDeleted(node)
  if (code === '') return { kind: 'reject', of: 'property', code, name, reason: 'У свойства нет Ид' }
  if (name === '' && !deleted)
    return { kind: 'reject', of: 'property', code, name, reason: 'У свойства нет наименования' }
  const inner = child(child(node, 'ТипыЗначений'), 'ТипЗначений')
  return {
    kind: 'property',
    code,
    name,
    type: textOf(node, 'ТипЗначений') || textOf(inner, 'Тип'),
    values: readDictionary(child(node, 'ВариантыЗначений') ?? child(inner, 'ВариантыЗначений')),
    deleted,
  }
}

/**
 * ВариантыЗначений: Справочник {ИдЗначения, Значение} or ВариантЗначения {Ид, Значение}; plain Значение needs no
 * dictionary.
 */
function readDictionary(variants: XmlNode | undefined): PropertyItem['values'] {
  return (variants?.children ?? [])
    .map((each) => ({ code: codeOf(each, 'ИдЗначения', 'Ид'), value: textOf(each, 'Значение', 'Наименование') }))
    .filter((each) => each.code !== '' && each.value !== '')
}

export function readPriceType(node: XmlNode): PriceTypeItem | RejectItem {
  const code = codeOf(node, 'Ид')
  const name = textOf(node, 'Наименование')
  if (code === '') return { kind: 'reject', of: 'priceType', code, name, reason: 'У типа цены нет Ид' }
  const taxes = [...children(node, 'Налог'), ...childrenInSection(node, 'Налоги', 'Налог')]
  return {
    kind: 'priceType',
    code,
    name: name || code,
    currency: textOf(node, 'Валюта'),
    vatIncluded: taxes.every((tax) => flagOf(tax, 'УчтеноВСумме') !== false),
    deleted: isDeleted(node),
  }
}

export function readWarehouse(node: XmlNode): WarehouseItem | RejectItem {
  const code = codeOf(node, 'Ид')
  const name = textOf(node, 'Наименование')
  if (code === '') return { kind: 'reject', of: 'warehouse', code, name, reason: 'У склада нет Ид' }
  return { kind: 'warehouse', code, name: name || code, address: readAddress(node), deleted: isDeleted(node) }
}

export function readMeasure(node: XmlNode): UnitItem | RejectItem {
  const code = textOf(node, 'Код', 'Ид')
  const name = textOf(node, 'НаименованиеКраткое', 'НаименованиеПолное')
  if (code === '' || name === '')
    return { kind: 'reject', of: 'unit', code, name, reason: 'У единицы измерения нет кода или наименования' }
  return { kind: 'unit', code, name }
}

/** 'РОССИЯ ,Москва г ,,34 ,' → 'РОССИЯ, Москва г, 34'. */
function readAddress(node: XmlNode): string {
  const parts = textOf(child(node, 'Адрес'), 'Представление').split(',')
  return parts
    .map((part) => part.trim())
    .filter((part, at, all) => part !== '' && part !== all[at - 1])
    .join(', ')
}
