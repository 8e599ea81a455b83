import { parseDecimal } from '../parse/decimal.ts'
import type { PropertyValue, Unit } from '../parse/items.ts'
import { parseFlag } from '../parse/node.ts'
import { unitName } from './units.ts'

export type Property = { parameterId: number; code: string; name: string; type: string }

/** Codes used by goods, as known to the database. */
export type Vocabulary = {
  property: (code: string) => Property | undefined
  /** The parameter of a name, however it is spelt; of several the one that a classifier describes, the oldest. */
  parameterNamed: (name: string) => Property | undefined
  /** A value of a property's dictionary by its Ид. */
  dictionaryValue: (property: Property, code: string) => string | undefined
  unitName: (code: string) => string | undefined
}

/** A value of a parameter; `code` is the parameter's code1c. `byName`: 1C said the parameter's name alone, no Ид. */
export type NamedValue = { code: string; name: string; value: string; byName?: true }

export const characteristicPrefix = 'характеристика:'
const longestValue = 1000
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Described = { properties: PropertyValue[]; characteristics: { name: string; value: string }[] }

/**
 * Values of classifier properties and of characteristics, as people read them; unknown codes are left out. A
 * characteristic is a value of the parameter of its name, whoever described that; where a property tells the same
 * parameter, that one holds.
 */
export function planParameters({ properties, characteristics }: Described, words: Vocabulary): NamedValue[] {
  const ofProperties = properties.flatMap((each) => propertyValues(each, words))
  const knownCodes = new Set(ofProperties.map(({ code }) => code))
  const keysOfProperties = new Set(ofProperties.map(valueKey))
  const others = characteristics
    .map(({ name, value }) => characteristic(name, value, words))
    .filter((each) => !knownCodes.has(each.code) && !keysOfProperties.has(valueKey(each)))
  const unique = new Map([...ofProperties, ...others].map((each) => [`${each.code}\n${each.value}`, each]))
  return [...unique.values()]
}

/** 1C adds the set of a property to its name: 'Размер (Одежда)' = 'L' and 'Размер' = 'L' are one value. */
function valueKey({ name, value }: NamedValue): string {
  return `${parameterKey(name.replace(/\s*\([^()]*\)\s*$/, ''))}\n${parameterKey(value)}`
}

/** A value whose parameter is known by its name alone. */
export function characteristic(name: string, value: string, words: Vocabulary): NamedValue {
  const code = words.parameterNamed(name)?.code ?? characteristicCode(name)
  return { code, name, value: value.slice(0, longestValue), byName: true }
}

function characteristicCode(name: string): string {
  return `${characteristicPrefix}${name.slice(0, 180)}`
}

/** For digests: 1C's original values, which do not change when a classifier describes the parameter later. */
export function asReceived(parameters: NamedValue[]): Pick<NamedValue, 'code' | 'name' | 'value'>[] {
  return parameters.map(({ code, name, value, byName }) => ({
    code: byName ? characteristicCode(name) : code,
    name,
    value,
  }))
}

/** One parameter has one key, whatever the case and the blanks of its name, and with a colon behind it. */
export function parameterKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s:]+$/, '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** A property that no classifier describes is known by the name that stands beside its value, or not at all. */
function propertyValues({ propertyCode, name = '', values }: PropertyValue, words: Vocabulary): NamedValue[] {
  const property = words.property(propertyCode)
  if (property === undefined)
    return name === ''
      ? []
      : values.filter((value) => !guid.test(value)).map((value) => characteristic(name, value, words))
  return values
    .map((value) => readable(property, value, words))
    .filter((value) => value !== '')
    .map((value) => ({ code: property.code, name: property.name, value: value.slice(0, longestValue) }))
}

const emptyReference = /^[0-]+$/

/**
 * Codes of a record not described yet: of properties, dictionary values, units. Their meaning is unknown until a
 * classifier describes them, in this file or a later one.
 */
export function undescribedCodes(
  { properties, unit }: Pick<Described, 'properties'> & { unit?: Unit },
  words: Vocabulary,
): string[] {
  const ofProperties = properties.flatMap(({ propertyCode, name = '', values }) => {
    const property = words.property(propertyCode)
    if (property === undefined)
      return propertyCode === '' || (name !== '' && !values.some((value) => guid.test(value)))
        ? []
        : [propertyKey(propertyCode)]
    const references = values.filter((value) => guid.test(value) && !emptyReference.test(value))
    return references
      .filter((value) => words.dictionaryValue(property, value) === undefined)
      .map((value) => dictionaryKey(propertyCode, value))
  })
  const ofUnit =
    unit !== undefined &&
    unit.okei !== '' &&
    unit.name === '' &&
    unitName(unit.okei) === undefined &&
    words.unitName(unit.okei) === undefined
  return [...new Set([...ofProperties, ...(ofUnit ? [unitKey(unit.okei)] : [])])]
}

const separator = '\n'
const propertyKey = (code: string) => ['property', code].join(separator)
const dictionaryKey = (propertyCode: string, code: string) => ['value', propertyCode, code].join(separator)
const unitKey = (code: string) => ['unit', code].join(separator)

export type UndescribedCode =
  | { of: 'property' | 'unit'; code: string }
  | { of: 'value'; propertyCode: string; code: string }

export function parseUndescribed(key: string): UndescribedCode {
  const [of, code = '', valueCode = ''] = key.split(separator)
  if (of === 'value') return { of, propertyCode: code, code: valueCode }
  return { of: of === 'unit' ? 'unit' : 'property', code }
}

function readable(property: Property, value: string, words: Vocabulary): string {
  const fromDictionary = words.dictionaryValue(property, value)
  if (fromDictionary !== undefined) return fromDictionary
  // Ид of a value that the dictionary does not have, or the empty reference.
  if (guid.test(value)) return ''
  if (/^число$/i.test(property.type)) return plainNumber(value)
  const flag = /^(булево|boolean)$/i.test(property.type) || /^(true|false)$/i.test(value) ? parseFlag(value) : undefined
  return flag === undefined ? value : flag ? 'Да' : 'Нет'
}

/** '12.500' → '12,5'. */
function plainNumber(text: string): string {
  const number = parseDecimal(text)
  if (number === undefined) return text
  const digits = String(number.digits < 0n ? -number.digits : number.digits).padStart(number.scale + 1, '0')
  const whole = digits.slice(0, digits.length - number.scale)
  const fraction = digits.slice(digits.length - number.scale).replace(/0+$/, '')
  return `${number.digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `,${fraction}`}`
}
