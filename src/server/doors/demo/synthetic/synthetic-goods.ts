import { ean13 } from '../catalogue/barcode.ts'
import { guidFor, type Random, randomFor } from '../random.ts'
import type { Settings } from './options.ts'
import { brandNames, type ListProperty, listProperties, nouns, purposes, topGroups } from './vocabulary.ts'

/** Content of a good in the export, whatever the dialect. Money in kopecks per base unit, quantities in thousandths. */
export interface SyntheticGood {
  id: string
  article: string
  barcode: string
  name: string
  brand: string
  groupId: string
  unit: 'шт' | 'кг'
  /** Кратность; undefined if none. */
  step: string | undefined
  deleted: boolean
  /** Values of list properties, by the property's index in `listProperties`. */
  values: readonly (string | undefined)[]
  grams: number
  offers: readonly SyntheticOffer[]
}

/** The good itself, or a variant (then with `variantId`). */
export interface SyntheticOffer {
  variantId: string | undefined
  name: string
  characteristics: readonly (readonly [name: string, value: string])[]
  pricesKopecks: readonly number[]
  stocksMilli: readonly number[]
}

export interface SyntheticPriceType {
  id: string
  name: string
  currency: string
  vatIncluded: boolean
}

const sizes = ['S', 'M', 'L', 'XL', 'XXL']

export function catalogueId({ seed }: Settings): string {
  return guidFor(seed, 'synthetic catalogue')
}

export function priceTypesOf({ seed, priceTypes, dialect }: Settings): SyntheticPriceType[] {
  const known = ['Оптовая', 'Крупный опт', 'РРЦ', 'Оптовая, евро']
  return Array.from({ length: priceTypes }, (_, index) => ({
    id: guidFor(seed, `synthetic price type ${index}`),
    name: known[index] ?? `Колонка ${index + 1}`,
    currency: index === 3 ? 'EUR' : dialect.currency,
    vatIncluded: !(dialect.oddPrices && index === 1),
  }))
}

export function warehousesOf({ seed, warehouses }: Settings): { id: string; name: string }[] {
  const known = ['Основной склад', 'Склад СПб', 'Склад Казань']
  return Array.from({ length: warehouses }, (_, index) => ({
    id: guidFor(seed, `synthetic warehouse ${index}`),
    name: known[index] ?? `Склад ${index + 1}`,
  }))
}

/** Two levels: ten groups in each top group. */
export function groupsOf({ seed }: Settings): { id: string; name: string; children: { id: string; name: string }[] }[] {
  return topGroups.map((name, top) => ({
    id: guidFor(seed, `synthetic group ${top}`),
    name,
    children: Array.from({ length: 10 }, (_, leaf) => ({
      id: guidFor(seed, `synthetic group ${top}/${leaf}`),
      name: `${name}: раздел ${leaf + 1}`,
    })),
  }))
}

export function propertyId({ seed }: Settings, name: string): string {
  return guidFor(seed, `synthetic property ${name}`)
}

export function valueId({ seed }: Settings, property: ListProperty, value: string): string {
  return guidFor(seed, `synthetic value ${property.name} ${value}`)
}

/**
 * The good of an index: the same for the same seed, whatever the other goods. `groupIds` are the leaves of `groupsOf`.
 */
export function goodAt(settings: Settings, index: number, groupIds: readonly string[]): SyntheticGood {
  const { seed, deletedEvery } = settings
  const random = randomFor(seed, `synthetic ${index}`)
  const article = `${random.pick(['АР', 'BX', 'КТ', 'MS'])}-${String(index).padStart(6, '0')}`
  const brand = random.pick(brandNames)
  const unit = random.chance(0.05) ? 'кг' : 'шт'
  const id = guidFor(seed, `synthetic good ${index}`)
  const name = `${random.pick(nouns)} ${random.pick(purposes)} ${brand} ${article}`
  const hasVariants = random.chance(0.02)
  const roubles = 10 ** (1 + random.next() * 3.3)
  return {
    id,
    article,
    name,
    brand,
    unit,
    barcode: ean13(`46${String(index % 10_000_000_000).padStart(10, '0')}`),
    groupId: random.pick(groupIds),
    step: stepOf(unit, random),
    deleted: deletedEvery > 0 && index % deletedEvery === deletedEvery - 1,
    values: listProperties.map((property) => (random.chance(0.45) ? random.pick(property.values) : undefined)),
    grams: random.integer(5, 20_000),
    offers: hasVariants
      ? sizes.map((size) =>
          offerOf(settings, {
            key: `${index}#${size}`,
            roubles,
            index,
            name: `${name} (${size})`,
            variantId: guidFor(seed, `synthetic variant ${index} ${size}`),
            characteristics: [['Размер', size]],
          }),
        )
      : [offerOf(settings, { key: String(index), roubles, index, name, variantId: undefined, characteristics: [] })],
  }
}

function stepOf(unit: SyntheticGood['unit'], random: Random): string | undefined {
  if (unit === 'кг') return random.chance(0.5) ? '0.25' : undefined
  return random.chance(0.3) ? random.pick(['5', '10', '12', '25', '100']) : undefined
}

interface OfferSeed {
  key: string
  index: number
  roubles: number
  name: string
  variantId: string | undefined
  characteristics: SyntheticOffer['characteristics']
}

function offerOf(
  settings: Settings,
  { key, index, roubles, name, variantId, characteristics }: OfferSeed,
): SyntheticOffer {
  const random = randomFor(settings.seed, `synthetic supply ${settings.revision} ${key}`)
  const wholesale = Math.max(1, Math.round(roubles * (0.95 + random.next() * 0.1) * 100))
  const relations = [1, 0.93, 1.4, 0.0105]
  return {
    variantId,
    name,
    characteristics,
    pricesKopecks: Array.from({ length: settings.priceTypes }, (_, type) =>
      Math.max(1, Math.round(wholesale * (relations[type] ?? 0.9))),
    ),
    // 1C sends negative stock: goods shipped before their receipt was entered.
    stocksMilli: Array.from({ length: settings.warehouses }, (_, warehouse) =>
      warehouse === 0 && index % 97 === 5 ? -3000 : random.chance(0.3) ? 0 : random.integer(1, 900) * 1000,
    ),
  }
}
