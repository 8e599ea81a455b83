import type { GoodItem, OfferItem } from '../parse/items.ts'
import { characteristicPrefix, parameterKey, type Property, type Vocabulary } from '../plan/parameters.ts'
import { normaliseOkei } from '../plan/units.ts'
import { readRows, type Sql } from './sql.ts'

const maxCached = 300_000

/** Codes of properties, dictionary values and units in the database. */
export class StoredVocabulary implements Vocabulary {
  readonly #properties = new Map<string, Property>()
  /** Computed on demand, because parameters change. */
  #byName: Map<string, Property> | undefined
  readonly #units = new Map<string, string>()
  readonly #dictionary = new Map<string, string | undefined>()
  #loaded = false

  property = (code: string): Property | undefined => this.#properties.get(code)
  parameterNamed = (name: string): Property | undefined => this.#namedParameters().get(parameterKey(name))
  unitName = (code: string): string | undefined => this.#units.get(normaliseOkei(code))
  dictionaryValue = (property: Property, code: string): string | undefined =>
    this.#dictionary.get(`${property.parameterId}\n${code}`)

  setProperty(property: Property): void {
    this.#properties.set(property.code, property)
    this.#byName = undefined
  }

  forgetProperty(code: string): void {
    this.#properties.delete(code)
    this.#byName = undefined
  }

  /** Parameters of that name without a property in a classifier. */
  characteristicsNamed(name: string): Property[] {
    const key = parameterKey(name)
    return [...this.#properties.values()].filter(
      (each) => each.code.startsWith(characteristicPrefix) && parameterKey(each.name) === key,
    )
  }

  #namedParameters(): Map<string, Property> {
    if (this.#byName !== undefined) return this.#byName
    const rank = ({ code, parameterId }: Property) =>
      (code.startsWith(characteristicPrefix) ? 2 ** 40 : 0) + parameterId
    const bestLast = [...this.#properties.values()].toSorted((one, other) => rank(other) - rank(one))
    this.#byName = new Map(bestLast.map((each) => [parameterKey(each.name), each]))
    return this.#byName
  }

  setUnit(code: string, name: string): void {
    this.#units.set(normaliseOkei(code), name)
  }

  forgetDictionary(): void {
    this.#dictionary.clear()
  }

  async load(sql: Sql): Promise<void> {
    if (this.#loaded) return
    this.#loaded = true
    const properties = await readRows<{ id: number; code1c: string; name: string; type: string | null }>(
      sql,
      `select p.id, p.code1c, p.name, e.type from parameters p left
        join exchange_properties e on e.parameter_id = p.id`,
    )
    for (const { id, code1c, name, type } of properties) {
      this.setProperty({ parameterId: id, code: code1c, name, type: type ?? '' })
    }
    const units = await readRows<{ code: string; name: string }>(sql, 'select code, name from exchange_units')
    for (const { code, name } of units) this.setUnit(code, name)
  }

  /** Reads dictionary values used by a batch of goods or offers that are not cached. */
  async loadDictionary(sql: Sql, items: readonly (GoodItem | OfferItem)[]): Promise<void> {
    await this.load(sql)
    if (this.#dictionary.size > maxCached) this.#dictionary.clear()
    const uncached: [parameterId: number, code: string][] = []
    for (const { propertyCode, values } of items.flatMap((item) => item.properties)) {
      const property = this.#properties.get(propertyCode)
      if (property === undefined) continue
      for (const value of values) {
        const key = `${property.parameterId}\n${value}`
        if (this.#dictionary.has(key)) continue
        this.#dictionary.set(key, undefined)
        uncached.push([property.parameterId, value])
      }
    }
    if (uncached.length === 0) return
    const found = await readRows<{ parameter_id: number; code: string; value: string }>(
      sql,
      `select v.parameter_id, v.code, v.value from exchange_property_values v
       join json_to_recordset($1) r(p int, c text) on v.parameter_id = r.p and v.code = r.c`,
      uncached.map(([p, c]) => ({ p, c })),
    )
    for (const { parameter_id, code, value } of found) this.#dictionary.set(`${parameter_id}\n${code}`, value)
  }
}
