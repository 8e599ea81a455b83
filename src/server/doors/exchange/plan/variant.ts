import type { GoodItem, OfferItem } from '../parse/items.ts'
import { digestOf } from './digest.ts'
import { receivedKeys, characteristic, planParameters, type NamedValue, type Vocabulary } from './parameters.ts'
import { normalised, roleOf } from '#server/catalogue/presentation/property-roles.ts'
import { planOwnStep } from './step.ts'

/** A variant's own fields; '' = inherited from its product. */
export type PlannedVariant = {
  code: string
  parentCode: string
  catalogueCode: string
  name: string
  articul: string
  barcodes: string[]
  parameters: NamedValue[]
  /** Null: inherited. */
  ownStepMilli: number | null
  /** Undefined: existing ones are kept. */
  pictures: string[] | undefined
  digest: string
}

export type VariantSource = Pick<
  OfferItem,
  | 'code'
  | 'catalogueCode'
  | 'name'
  | 'articul'
  | 'barcodes'
  | 'unit'
  | 'properties'
  | 'characteristics'
  | 'requisites'
  | 'pictures'
>

/**
 * A variant from its offer, or from a Товар with '#' in its Ид (2.03, 2.04). Without distinguishing properties it gets
 * the parameter 'Характеристика' from the last parentheses of its name (product.md §9).
 */
export function planVariant(source: VariantSource, vocabulary: Vocabulary, from: 'good' | 'offer'): PlannedVariant {
  const parameters = planParameters(source, vocabulary)
  const isDistinguished = parameters.some(({ name }) => roleOf(name) === 'plain')
  const lastRemark = isDistinguished ? '' : lastParentheses(source.name)
  const plan = {
    code: source.code,
    parentCode: goodCodeOf(source.code),
    catalogueCode: source.catalogueCode,
    name: source.name.slice(0, 1000),
    articul: source.articul.slice(0, 200),
    barcodes: source.barcodes,
    parameters:
      lastRemark === '' ? parameters : [...parameters, characteristic('Характеристика', lastRemark, vocabulary)],
    pictures: source.pictures,
  }
  const ownStepMilli = planVariantStep(source, parameters)
  const digest = digestOf({
    ...plan,
    parameters: receivedKeys(plan.parameters),
    catalogueCode: undefined,
    ownStepMilli: ownStepMilli ?? undefined,
  })
  return { ...plan, ownStepMilli, digest: `${from}:${digest}` }
}

/** The variant's own Кратность, as property, characteristic or requisite. */
function planVariantStep({ requisites = [], unit }: VariantSource, parameters: NamedValue[]): number | null {
  const named = [...parameters, ...requisites]
  const valueOf = (name: string) => named.find((each) => normalised(each.name) === name)?.value ?? ''
  return (
    planOwnStep({
      multiplicity: valueOf('кратность'),
      packSize: valueOf('вупаковке'),
      recounts: unit?.recounts ?? [],
    }) ?? null
  )
}

/** Whether an offer describes a variant, not only its price or stock. */
export function describesVariant(offer: OfferItem): boolean {
  return offer.name !== '' || offer.articul !== '' || offer.properties.length > 0 || offer.characteristics.length > 0
}

export function isVariantCode(code: string): boolean {
  return code.includes('#')
}

export function goodCodeOf(code: string): string {
  return code.split('#')[0] ?? code
}

/** The common part of variants sent as goods, used until their own good is sent. */
export function parentGoodOf(variant: GoodItem): GoodItem {
  const lastRemark = lastParentheses(variant.name)
  const name =
    lastRemark === '' ? variant.name : variant.name.slice(0, variant.name.lastIndexOf(`(${lastRemark})`)).trim()
  return {
    ...variant,
    code: goodCodeOf(variant.code),
    name: name || variant.name,
    articul: '',
    barcodes: [],
    characteristics: [],
    pictures: [],
  }
}

/** 'Куртка (28/104, син (т.))' → '28/104, син (т.)'; '' if the name does not end in balanced parentheses. */
export function lastParentheses(name: string): string {
  const text = name.trim()
  if (!text.endsWith(')')) return ''
  let depth = 0
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1
    if (text[at] === '(') depth -= 1
    if (depth === 0) return text.slice(at + 1, -1).trim()
  }
  return ''
}
