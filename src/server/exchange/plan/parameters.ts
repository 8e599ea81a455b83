import { parseDecimal } from '../parse/decimal.ts'
import type { PropertyValue } from '../parse/items.ts'
import { parseFlag } from '../parse/node.ts'

export type Property = { parameterId: number; code: string; name: string; type: string }

/** What the database knows of codes that goods use. */
export type Vocabulary = {
  property: (code: string) => Property | undefined
  /** A value of a property's dictionary by its Ид. */
  dictionaryValue: (property: Property, code: string) => string | undefined
  unitName: (code: string) => string | undefined
}

/** A value of a parameter; `code` is the parameter's code1c. */
export type NamedValue = { code: string; name: string; value: string }

export const characteristicPrefix = 'характеристика:'
const longestValue = 1000
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Described = { properties: PropertyValue[]; characteristics: { name: string; value: string }[] }

/** Values of classifier properties and of characteristics, as people read them; unknown codes are left out. */
export function planParameters({ properties, characteristics }: Described, words: Vocabulary): NamedValue[] {
  const planned = [...properties.flatMap((each) => propertyValues(each, words)), ...characteristics.map(({ name, value }) => characteristic(name, value))]
  const unique = new Map(planned.map((each) => [`${each.code}\n${each.value}`, each]))
  return [...unique.values()]
}

/** A characteristic of variants is a parameter of its own, by its name. */
export function characteristic(name: string, value: string): NamedValue {
  return { code: `${characteristicPrefix}${name.slice(0, 180)}`, name, value: value.slice(0, longestValue) }
}

/** A property that no classifier describes is known by the name that stands beside its value, or not at all. */
function propertyValues({ propertyCode, name = '', values }: PropertyValue, words: Vocabulary): NamedValue[] {
  const property = words.property(propertyCode)
  if (property === undefined) return name === '' ? [] : values.filter((value) => !guid.test(value)).map((value) => characteristic(name, value))
  return values
    .map((value) => readable(property, value, words))
    .filter((value) => value !== '')
    .map((value) => ({ code: property.code, name: property.name, value: value.slice(0, longestValue) }))
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
