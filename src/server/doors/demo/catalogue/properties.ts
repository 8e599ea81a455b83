import { guidFor } from '../random.ts'
import { type Flag, flags, type Good } from './good.ts'
import { isNumeric } from './placeholders.ts'

/** A property of the classifier: a list of values, a number or free text. */
export interface Property {
  id: string
  name: string
  kind: 'Справочник' | 'Число' | 'Строка'
  /** Value → GUID, for a list. */
  values: ReadonlyMap<string, string>
}

const numbers = new Set(['В упаковке'])
const freeText = new Set(['Кратность', 'ГОСТ', 'Комплектация'])

export type Properties = ReadonlyMap<string, Property>

/** Properties used by the goods. Those used only by variants are exported as characteristics of offers. */
export function propertiesOf(goods: readonly Good[], seed: number): Properties {
  const used = new Map<string, Set<string>>(flags.map((flag: Flag) => [flag, new Set(['Да', 'Нет'])]))
  for (const good of goods) {
    for (const [name, value] of good.params) {
      const values = used.get(name) ?? new Set()
      used.set(name, values.add(value))
    }
  }
  return new Map([...used].map(([name, values]) => [name, propertyOf(name, [...values], seed)]))
}

/** Content of ЗначенияСвойства: the value's GUID for a list, otherwise the value. */
export function exportedValue(
  properties: Properties,
  name: string,
  value: string,
): { propertyId: string; value: string } {
  const property = properties.get(name)
  if (property === undefined) throw new Error(`Property '${name}' is not in the classifier`)
  return { propertyId: property.id, value: property.values.get(value) ?? value }
}

function propertyOf(name: string, values: readonly string[], seed: number): Property {
  const kind = kindOf(name, values)
  const ids =
    kind === 'Справочник' ? values.map((value) => [value, guidFor(seed, `value ${name} ${value}`)] as const) : []
  return { id: guidFor(seed, `property ${name}`), name, kind, values: new Map(ids) }
}

function kindOf(name: string, values: readonly string[]): Property['kind'] {
  if (freeText.has(name)) return 'Строка'
  if (numbers.has(name)) return 'Число'
  return name.includes(', ') && values.every(isNumeric) ? 'Число' : 'Справочник'
}
