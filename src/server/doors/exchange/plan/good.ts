import type { Decimals } from '#shared/rules/step.ts'
import type { VatRate } from '#shared/rules/vat.ts'
import { parseDecimal, multiply } from '../parse/decimal.ts'
import type { DocumentOfGood, GoodItem } from '../parse/items.ts'
import { parseFlag } from '../parse/node.ts'
import { digestOf } from './digest.ts'
import { receivedKeys, planParameters, type NamedValue, type Vocabulary } from './parameters.ts'
import { findBrand, normalised, roleOf } from '#server/catalogue/presentation/property-roles.ts'
import { planStep } from './step.ts'
import { normaliseOkei, okeiOfName, pieces, unitName } from './units.ts'

/** Fields of a good for `products`, with references by code and name; only parameters have our ids. */
export type PlannedGood = {
  code: string
  catalogueCode: string
  name: string
  fullName: string
  articul: string
  /** Requisite Код, the short code used in conversation. */
  shortCode: string
  barcodes: string[]
  brand: string
  description: string
  unit: string
  okei: string
  stepMilli: number
  decimals: Decimals
  vat: VatRate
  weightGrams: number | null
  volumeCm3: number | null
  /** null: not in the export, staff's value is kept. */
  isHit: boolean | null
  isNew: boolean | null
  isSale: boolean | null
  groupCodes: string[]
  parameters: NamedValue[]
  /** Undefined, as `documents`: existing ones are kept. */
  pictures: string[] | undefined
  documents: DocumentOfGood[] | undefined
  digest: string
}

const maxLengths = { name: 1000, short: 200, description: 100_000 }

/** Plans a good; `words` resolves Ид of properties, dictionary values and units. */
export function planGood(item: GoodItem, vocabulary: Vocabulary): PlannedGood {
  const parameters = planParameters(item, vocabulary)
  const named = [...parameters, ...item.requisites]
  const valueOf = (name: string) => named.find((each) => normalised(each.name) === name)?.value ?? ''
  const unit = planUnit(item.unit, vocabulary)
  const plan = {
    code: item.code,
    catalogueCode: item.catalogueCode,
    name: item.name.slice(0, maxLengths.name),
    fullName: valueOf('полноенаименование').slice(0, maxLengths.name),
    articul: item.articul.slice(0, maxLengths.short),
    shortCode: valueOf('код').slice(0, maxLengths.short),
    barcodes: item.barcodes,
    brand: (item.manufacturer || findBrand(named)).slice(0, maxLengths.short),
    description: (item.description || valueOf('описаниевформатеhtml') || valueOf('описание')).slice(
      0,
      maxLengths.description,
    ),
    unit: unit.name.slice(0, 50),
    okei: unit.okei,
    ...planStep({
      multiplicity: valueOf('кратность'),
      packSize: valueOf('вупаковке'),
      unit,
      recounts: item.unit?.recounts ?? [],
    }),
    vat: planVat(item.vat),
    weightGrams: positive(item.weight || valueOf('вес'), 1000n),
    volumeCm3: positive(item.volume || valueOf('объем'), 1_000_000n),
    isHit: planFlag(valueOf('хит')),
    isNew: planFlag(valueOf('новинка')),
    isSale: planFlag(valueOf('распродажа')),
    groupCodes: item.groupCodes,
    parameters: parameters.filter(({ name }) => !['hit', 'new', 'sale'].includes(roleOf(name))),
    pictures: item.pictures,
    documents: item.documents,
  }
  // The catalogue is not part of the digest, because a good may be in several.
  return { ...plan, digest: digestOf({ ...plan, parameters: receivedKeys(plan.parameters), catalogueCode: undefined }) }
}

export function planUnit(unit: GoodItem['unit'], vocabulary: Vocabulary): { okei: string; name: string } {
  if (unit === undefined) return pieces
  const code = normaliseOkei(unit.okei)
  const spelt = /\D/.test(code) ? unit.okei : ''
  const name = unit.name || vocabulary.unitName(unit.okei) || unitName(code) || unit.fullName || spelt || pieces.name
  return { okei: (spelt === '' ? code : '') || okeiOfName(name), name }
}

/** 18, 20 and 22 all mean the general rate (product.md §5). */
function planVat(rate: string | undefined): VatRate {
  const text = (rate ?? '')
    .toLowerCase()
    .replace('%', '')
    .replace(/^ндс\s*/, '')
    .trim()
  const number = /^(\d+)(?:[.,]0+)?(?:\/\d+)?$/.exec(text)?.[1]
  if (number === '10' || number === '5' || number === '7' || number === '0') return number
  return text.startsWith('без') ? 'none' : 'general'
}

function positive(text: string, factor: bigint): number | null {
  const value = multiply(parseDecimal(text), factor)
  return value === undefined || value <= 0 ? null : value
}

function planFlag(value: string): boolean | null {
  return value === '' ? null : parseFlag(value) === true
}
