import { ean13 } from './barcode.ts'
import { guidFor, type Random, randomFor } from '../random.ts'
import { type Combination, combine, readModels } from './combinations.ts'
import { type Flag, flags, type Good, type Variant } from './good.ts'
import type { Brand, Line, Trade } from './line.ts'
import { pictureKey } from './pictures.ts'
import { fillArticle, fillText } from './placeholders.ts'
import { supplyOf } from './supply.ts'

/** Expands lines of goods into goods; the same seed gives the same goods. */
export function expandTrades(trades: readonly Trade[], seed: number): Good[] {
  const usedIdentifiers = new UsedIdentifiers()
  return trades.flatMap((trade) =>
    trade.lines.flatMap((line) =>
      offeredBy(line, trade, seed).map((offered) => goodOf(offered, seed, usedIdentifiers)),
    ),
  )
}

/** A good before its article, prices and stock are generated. */
interface OfferedGood {
  line: Line
  brandName: string
  brand: Brand
  tint: string
  pattern: string
  combination: Combination
  roubles: number
  kilograms: number
  key: string
}

function offeredBy(line: Line, trade: Trade, seed: number): OfferedGood[] {
  const models =
    line.models === undefined
      ? []
      : readModels(line.models).map((model) => ({
          line,
          brandName: model.brand,
          brand: brandOf(trade, model.brand),
          tint: trade.tints[brandOf(trade, model.brand).tint],
          pattern: model.article,
          combination: model,
          roubles: model.roubles,
          kilograms: model.kilograms,
          key: `${line.name}|${model.brand}|${model.article}`,
        }))
  const ranges = line.brands.flatMap((entry) => rangeOf(line, entry, trade, seed))
  return [...models, ...ranges]
}

function rangeOf(line: Line, entry: string, trade: Trade, seed: number): OfferedGood[] {
  const colon = entry.indexOf(':')
  const brandName = colon < 0 ? entry : entry.slice(0, colon)
  const brand = brandOf(trade, brandName)
  const pattern = colon < 0 ? brand.article : entry.slice(colon + 1)
  return combine(line.axes).flatMap((combination) => {
    const key = `${line.category}|${line.name}|${entry}|${combination.codes.map(({ code }) => code).join('|')}`
    const random = randomFor(seed, `carried ${key}`)
    if (!random.chance((line.share ?? 1) * trade.share)) return []
    const factor = combination.factor * (0.96 + random.next() * 0.08)
    return [
      {
        line,
        brandName,
        brand,
        tint: trade.tints[brand.tint],
        pattern,
        combination,
        roubles: line.price * factor * brand.level,
        kilograms: line.kilograms * combination.factor,
        key,
      },
    ]
  })
}

function goodOf(offered: OfferedGood, seed: number, usedIdentifiers: UsedIdentifiers): Good {
  const { line, brand, brandName, combination, key } = offered
  const random = randomFor(seed, key)
  const article = usedIdentifiers.article(brandName, () => fillArticle(offered.pattern, combination.codes, random))
  const values = new Map([
    ...Object.entries(line.params ?? {}),
    ...combination.params,
    ['article', article],
    ['brand', brandName],
  ])
  const packing = packingOf(line.step)
  const name = nameOf(line, brandName, values)
  const unit = line.unit ?? 'шт'
  const soldOut = random.chance(0.1)
  const country = random.pick(brand.countries)
  const supply = supplyOf(
    { roubles: offered.roubles, exact: line.models !== undefined, unit, step: packing.step, soldOut },
    random,
  )
  const params = new Map([
    ...visible({ ...line.params }),
    ...visible(combination.params),
    ['Страна', country],
    ...packing.params,
  ])
  return {
    id: guidFor(seed, key),
    code: usedIdentifiers.nextCode(),
    article,
    barcode: usedIdentifiers.barcode(brand.prefix, random),
    name,
    description: describe(fillText(line.description, values), packing, unit, country, random),
    brand: brandName,
    category: line.category,
    unit,
    packCoefficient: packing.coefficient,
    grams: Math.max(1, Math.round(offered.kilograms * 1000)),
    params,
    flags: flagsOf(random),
    pictures: picturesOf(line, offered.tint, random),
    supply,
    variants:
      line.variants === undefined
        ? []
        : variantsOf({ offered, article, name, unit, step: packing.step, soldOut }, seed, usedIdentifiers),
  }
}

function nameOf(line: Line, brandName: string, values: ReadonlyMap<string, string>): string {
  const name = fillText(line.name, values)
  return /\{(article|brand)\}/.test(line.name) ? name : `${name} ${brandName}`
}

interface VariantParent {
  offered: OfferedGood
  article: string
  name: string
  unit: Good['unit']
  step: number
  soldOut: boolean
}

function variantsOf(
  { offered, article, name, unit, step, soldOut }: VariantParent,
  seed: number,
  usedIdentifiers: UsedIdentifiers,
): Variant[] {
  // Variants share one price seed: all sizes of a good cost the same, except the largest.
  return combine(offered.line.variants).map((combination) => {
    const codes = combination.codes.map(({ code }) => code)
    const key = `${offered.key}#${codes.join('#')}`
    const random = randomFor(seed, key)
    const priceRandom = randomFor(seed, `price ${offered.key}`)
    const prices = supplyOf(
      { roubles: offered.roubles * combination.factor, exact: false, unit, step, soldOut: true },
      priceRandom,
    )
    const { moscowMilli, petersburgMilli, kazanMilli } = supplyOf(
      { roubles: offered.roubles * 3, exact: false, unit, step, soldOut: soldOut || random.chance(0.08) },
      random,
    )
    return {
      id: guidFor(seed, key),
      article: usedIdentifiers.article(offered.brandName, () => [article, ...codes].join('-')),
      barcode: usedIdentifiers.barcode(offered.brand.prefix, random),
      name: `${name} (${[...combination.params.values()].join(', ')})`,
      params: visible(combination.params),
      supply: { ...prices, moscowMilli, petersburgMilli, kazanMilli },
    }
  })
}

interface Packing {
  step: number
  coefficient: number | undefined
  params: ReadonlyMap<string, string>
}

function packingOf(step: string | undefined): Packing {
  const [word = '', inUnit, inParameter] = /^([^/*]+)(?:\/(\d+))?(?:\*(\d+))?$/.exec(step ?? '1')?.slice(1) ?? []
  if (step === undefined) return { step: 1, coefficient: undefined, params: new Map() }
  const pack = inUnit ?? inParameter
  const params = new Map([
    ['Кратность', word],
    ...(inParameter === undefined ? [] : [['В упаковке', inParameter] as const]),
  ])
  return { step: Number(pack ?? word), coefficient: inUnit === undefined ? undefined : Number(inUnit), params }
}

function describe(text: string, packing: Packing, unit: string, country: string, random: Random): string {
  const sentences = [text]
  if (packing.step > 1) sentences.push(`Отгружается кратно упаковке: ${packing.step} ${unit}.`)
  else if (random.chance(0.4)) sentences.push(`Страна производства: ${country}.`)
  return sentences.join(' ')
}

function flagsOf(random: Random): Flag[] {
  return flags.filter(() => random.chance(0.04))
}

/** Some goods have no picture; goods sold by packs also have a picture of the pack. */
function picturesOf(line: Line, tint: string, random: Random): string[] {
  if (random.chance(0.03)) return []
  const main = pictureKey(line.picture, tint)
  return line.step !== undefined && random.chance(0.5) ? [main, pictureKey('package', tint)] : [main]
}

function visible(params: ReadonlyMap<string, string> | Record<string, string>): Map<string, string> {
  const entries = params instanceof Map ? [...params] : Object.entries(params)
  return new Map(
    entries
      .filter(([name]) => !name.startsWith('*'))
      .map(([name, value]) => [name, value.charAt(0).toUpperCase() + value.slice(1)]),
  )
}

function brandOf(trade: Trade, name: string): Brand {
  const brand = trade.brands[name]
  if (brand === undefined) throw new Error(`Brand '${name}' is not in the table of its trade`)
  return brand
}

/** Identifiers that must be unique. */
class UsedIdentifiers {
  readonly #articles = new Set<string>()
  readonly #barcodes = new Set<string>()
  #goods = 0

  nextCode(): string {
    this.#goods += 1
    return `00-${String(this.#goods).padStart(8, '0')}`
  }

  article(brand: string, propose: () => string): string {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const article = propose()
      if (this.#articles.has(`${brand}|${article}`)) continue
      this.#articles.add(`${brand}|${article}`)
      return article
    }
    throw new Error(`Two goods of ${brand} share the article '${propose()}'`)
  }

  barcode(prefix: string, random: Random): string {
    for (;;) {
      let digits = prefix
      while (digits.length < 12) digits += String(random.integer(0, 9))
      const code = ean13(digits)
      if (this.#barcodes.has(code)) continue
      this.#barcodes.add(code)
      return code
    }
  }
}
