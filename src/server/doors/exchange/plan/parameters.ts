import { parseDecimal } from '../parse/decimal.ts'
import type { PropertyValue, Unit } from '../parse/items.ts'
import { parseFlag } from '../parse/node.ts'
import { unitName } from './units.ts'

export type Property = { parameterId: number; code: string; name: string; type: string }

/** Codes known to the database. */
export type Vocabulary = {
  property: (code: string) => Property | undefined
  /** The parameter with a name, ignoring spelling; of several, one from a classifier, then the oldest. */
  parameterNamed: (name: string) => Property | undefined
  /** A dictionary value of a property by Ид. */
  dictionaryValue: (property: Property, code: string) => string | undefined
  unitName: (code: string) => string | undefined
}

/** A value of a parameter; `code` is the parameter's code1c. `byName`: 1C sent only the parameter's name, no Ид. */
export type NamedValue = { code: string; name: string; value: string; byName?: true }

export const characteristicPrefix = 'характеристика:'
const maxValueLength = 1000
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Described = { properties: PropertyValue[]; characteristics: { name: string; value: string }[] }

/**
 * Readable values of classifier properties and characteristics; unknown codes are omitted. A characteristic is a value
 * of the parameter with its name, whatever its source; a property for the same parameter takes precedence.
 */
export function planParameters({ properties, characteristics }: Described, vocabulary: Vocabulary): NamedValue[] {
  const ofProperties = properties.flatMap((each) => propertyValues(each, vocabulary))
  const knownCodes = new Set(ofProperties.map(({ code }) => code))
  const keysOfProperties = new Set(ofProperties.map(valueKey))
  const others = characteristics
    .map(({ name, value }) => characteristic(name, value, vocabulary))
    .filter((each) => !knownCodes.has(each.code) && !keysOfProperties.has(valueKey(each)))
  const unique = new Map([...ofProperties, ...others].map((each) => [`${each.code}\n${each.value}`, each]))
  return [...unique.values()]
}

/** 1C appends the property set to its name: 'Размер (Одежда)' and 'Размер' are one parameter. */
function valueKey({ name, value }: NamedValue): string {
  return `${parameterKey(name.replace(/\s*\([^()]*\)\s*$/, ''))}\n${parameterKey(value)}`
}

/** A value whose parameter is known only by name. */
export function characteristic(name: string, value: string, vocabulary: Vocabulary): NamedValue {
  const code = vocabulary.parameterNamed(name)?.code ?? characteristicCode(name)
  return { code, name, value: value.slice(0, maxValueLength), byName: true }
}

function characteristicCode(name: string): string {
  return `${characteristicPrefix}${name.slice(0, 180)}`
}

/** Values for digests: independent of a later description of the parameter. */
export function receivedKeys(parameters: NamedValue[]): Pick<NamedValue, 'code' | 'name' | 'value'>[] {
  return parameters.map(({ code, name, value, byName }) => ({
    code: byName ? characteristicCode(name) : code,
    name,
    value,
  }))
}

/** Normalised key of a parameter's name, ignoring case, spaces and a trailing colon. */
export function parameterKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s:]+$/, '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** A property missing from the classifier is known only by the name beside its value, if any. */
function propertyValues({ propertyCode, name = '', values }: PropertyValue, vocabulary: Vocabulary): NamedValue[] {
  const property = vocabulary.property(propertyCode)
  if (property === undefined)
    return name === ''
      ? []
      : values.filter((value) => !guid.test(value)).map((value) => characteristic(name, value, vocabulary))
  return values
    .map((value) => toReadableText(property, value, vocabulary))
    .filter((value) => value !== '')
    .map((value) => ({ code: property.code, name: property.name, value: value.slice(0, maxValueLength) }))
}

const emptyReference = /^[0-]+$/

/**
 * Undescribed codes of a record: properties, dictionary values, units. A classifier in this or a later file may
 * describe them.
 */
export function undescribedCodes(
  { properties, unit }: Pick<Described, 'properties'> & { unit?: Unit },
  vocabulary: Vocabulary,
): string[] {
  const ofProperties = properties.flatMap(({ propertyCode, name = '', values }) => {
    const property = vocabulary.property(propertyCode)
    if (property === undefined)
      return propertyCode === '' || (name !== '' && !values.some((value) => guid.test(value)))
        ? []
        : [propertyKey(propertyCode)]
    const references = values.filter((value) => guid.test(value) && !emptyReference.test(value))
    return references
      .filter((value) => vocabulary.dictionaryValue(property, value) === undefined)
      .map((value) => dictionaryKey(propertyCode, value))
  })
  const ofUnit =
    unit !== undefined &&
    unit.okei !== '' &&
    unit.name === '' &&
    unitName(unit.okei) === undefined &&
    vocabulary.unitName(unit.okei) === undefined
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

function toReadableText(property: Property, value: string, vocabulary: Vocabulary): string {
  const fromDictionary = vocabulary.dictionaryValue(property, value)
  if (fromDictionary !== undefined) return fromDictionary
  // Ид of a value missing from the dictionary, or the empty reference.
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
