import { keyOf, wordsOf, type CatalogueIndex } from './catalogue-index.ts'
import { textOf, type Cell } from './cells.ts'
import { damagedName, foreignCode, foreignName, respelledCode, respelledName } from './damaged-texts.ts'
import { weighted, type Random } from './random.ts'
import type { CatalogueGood } from './types.ts'

/** How the rows of a file identify goods; 'Own' means the buyer's own numbers, which may collide with ours. */
export const namingStyles = {
  articleName: 30,
  articleOnly: 8,
  articleBrandName: 5,
  barcodeName: 9,
  barcodeOnly: 3,
  supplierCodeName: 8,
  ownCodeName: 14,
  ownArticleName: 6,
  articleOwnCodeName: 10,
  nameOnly: 10,
} as const
export type Naming = keyof typeof namingStyles

/** A row's description of a good, and the expected match: `sure` if a clerk needs no question. */
export type GoodLine = {
  articul: Cell
  code: Cell
  barcode: Cell
  name: Cell
  /** The good whose unit, price and brand the row shows; null: a good that we do not sell. */
  good: CatalogueGood | null
  meant: number | null
  sure: boolean
  note: string
}

const styles = { plain: 78, respelled: 8, damaged: 6, unknown: 5, contradicted: 3 } as const

/** `withBrand`: a column beside the name contains the good's brand. */
export function lineOf(
  random: Random,
  index: CatalogueIndex,
  { naming, rowIndex, withBrand }: { naming: Naming; rowIndex: number; withBrand: boolean },
): GoodLine {
  const style = weighted(random, styles)
  if (style === 'unknown') return unknownLine(random, index, { naming, rowIndex })
  const good = pickGood(random, index, {
    named: !naming.endsWith('Only') || naming === 'nameOnly',
    hasBarcode: naming === 'barcodeOnly',
  })
  const line = writtenLine(random, index, { good, naming, rowIndex, style, withBrand })
  return style === 'contradicted' ? contradicted(random, index, line) : line
}

/** A good that a row can identify: an article such as 'Итого' or '-' alone identifies nothing. */
export function pickGood(
  random: Random,
  index: CatalogueIndex,
  { named, hasBarcode = false }: { named: boolean; hasBarcode?: boolean },
): CatalogueGood {
  const good = random.pick(index.goods)
  const isNamed = named || !(keyOf(good.articul) === '' || /^(?:итого|всего)$/i.test(good.articul))
  return isNamed && (!hasBarcode || good.barcodes.length > 0) ? good : pickGood(random, index, { named, hasBarcode })
}

type Writing = {
  good: CatalogueGood
  naming: Naming
  rowIndex: number
  style: keyof typeof styles
  withBrand: boolean
}

/** A row with one of our goods, in one of its spellings. */
export function writtenLine(
  random: Random,
  index: CatalogueIndex,
  { good, naming, rowIndex, style, withBrand }: Writing,
): GoodLine {
  const named = !naming.endsWith('Only') || naming === 'nameOnly'
  const name = named ? nameOf(random, good.name, style) : { text: '', note: '' }
  const article =
    style === 'respelled' && random.chance(0.7) ? respelledCode(random, good.articul) : { text: good.articul, note: '' }
  const line: GoodLine = {
    articul: null,
    code: null,
    barcode: null,
    name: name.text || null,
    good,
    meant: good.id,
    sure: false,
    note: name.note,
  }
  const brand = withBrand ? good.brand : ''
  const byName = nameEvidence(index, good, { text: name.text, brand })

  const byKey = (
    kind: 'articul' | 'barcode' | 'code',
    shown: Cell,
    found: ReadonlySet<number>,
    note: string,
  ): GoodLine => {
    const sole = found.size === 1 && found.has(good.id)
    const known = sole || typeof shown === 'number'
    const text = textOf(shown)
    const plainNumber = /^\d{1,5}$/.test(keyOf(text))
    const doubtful = index.isAlsoOf(text, good.id) || plainNumber
    const sure = byName === 'exact' || (sole && (byName === 'agrees' || !doubtful))
    const named = [...index.withWords(`${name.text} ${brand}`)].filter((id) => found.has(id))
    const narrowed = name.text !== '' && named.length === 1 && named[0] === good.id
    const meant = known || narrowed || ['exact', 'agrees', 'damaged'].includes(byName) ? good.id : null
    return {
      ...line,
      [kind]: shown,
      meant: byName === 'other' ? null : meant,
      sure: byName !== 'other' && sure,
      note: [line.note, note].filter(Boolean).join(', '),
    }
  }

  if (
    naming === 'articleName' ||
    naming === 'articleOnly' ||
    naming === 'articleBrandName' ||
    naming === 'articleOwnCodeName'
  ) {
    const own = naming === 'articleOwnCodeName' ? ownNumber(random, index, rowIndex) : null
    return {
      ...byKey(
        'articul',
        asNumber(random, article.text),
        index.byArticul(article.text.replace('арт. ', '').trim()),
        article.note,
      ),
      ...(own === null ? {} : { code: own }),
    }
  }
  if (naming === 'barcodeName' || naming === 'barcodeOnly') {
    const [barcode] = good.barcodes
    if (barcode === undefined) return byNameAlone(line, byName)
    return byKey('barcode', asNumber(random, barcode), index.byBarcode(barcode), '')
  }
  if (naming === 'supplierCodeName') {
    if (good.code === '') return byNameAlone(line, byName)
    const shown = random.chance(0.15) ? Number(good.code.replaceAll(/\D/g, '')) || good.code : good.code
    return byKey('code', shown, index.byCode(good.code), shown === good.code ? '' : 'code without its zeros')
  }
  const own = ownNumber(random, index, rowIndex)
  if (naming === 'ownCodeName') return { ...byNameAlone(line, byName), code: own }
  if (naming === 'ownArticleName') {
    const alone = byNameAlone(line, byName)
    // Under 'Артикул' our number may be our article, so asking is correct as well.
    return {
      ...alone,
      articul: own,
      sure: alone.sure && !index.isAnyKey(textOf(own)),
      note: [alone.note, 'own number as the article'].filter(Boolean).join(', '),
    }
  }
  return byNameAlone(line, byName)
}

type NameEvidence = 'exact' | 'agrees' | 'damaged' | 'vague' | 'other' | 'none'

/**
 * Evidence of a name with its brand: the only good of this name, the only one with all words, several candidates, or
 * another good.
 */
function nameEvidence(
  index: CatalogueIndex,
  good: CatalogueGood,
  { text, brand }: { text: string; brand: string },
): NameEvidence {
  if (text === '') return 'none'
  const exact = index.byName(text)
  if (exact.size === 1 && exact.has(good.id)) return 'exact'
  const possible = index.withWords(`${text} ${brand}`)
  const isBranded = brand !== '' && possible.size === 1 && possible.has(good.id)
  if (exact.size > 0 && !isBranded) return exact.has(good.id) ? 'vague' : 'other'
  if (possible.size === 1 && possible.has(good.id)) return 'agrees'
  const reordered = index.byWords(text)
  if (reordered.size === 1 && reordered.has(good.id)) return 'agrees'
  // A complete article among the words identifies the good.
  const spelled = index.spelledIn(text, possible)
  if (spelled.length === 1 && spelled[0] === good.id) return 'agrees'
  // Typos and abbreviations: no good has all words.
  return possible.size === 0 ? 'damaged' : 'vague'
}

function byNameAlone(line: GoodLine, evidence: NameEvidence): GoodLine {
  const meant = evidence === 'vague' || evidence === 'other' ? null : line.meant
  return { ...line, meant, sure: evidence === 'exact', note: line.note }
}

function nameOf(random: Random, name: string, style: keyof typeof styles): { text: string; note: string } {
  if (style === 'respelled') return { text: respelledName(random, name), note: '' }
  return style === 'damaged' ? damagedName(random, name) : { text: name, note: '' }
}

/** A row with a good we do not sell, under a number that may be ours. */
function unknownLine(
  random: Random,
  index: CatalogueIndex,
  { naming, rowIndex }: { naming: Naming; rowIndex: number },
): GoodLine {
  const name = foreignName(random)
  const line: GoodLine = {
    articul: null,
    code: null,
    barcode: null,
    name,
    good: null,
    meant: null,
    sure: true,
    note: 'not our good',
  }
  const ours = random.pick(index.goods)
  const number = random.chance(0.4) ? ours.articul : foreignCode(random)
  if (naming.startsWith('own'))
    return { ...line, [naming === 'ownCodeName' ? 'code' : 'articul']: ownNumber(random, index, rowIndex) }
  if (naming === 'articleOnly') return { ...line, name: null, articul: foreignCode(random) }
  if (naming === 'barcodeOnly')
    return { ...line, name: null, barcode: `29${random.integer(10_000_000_000, 99_999_999_999)}` }
  if (naming === 'barcodeName') return { ...line, barcode: `29${random.integer(10_000_000_000, 99_999_999_999)}` }
  if (naming === 'supplierCodeName') return { ...line, code: foreignCode(random) }
  return naming === 'nameOnly'
    ? line
    : { ...line, articul: number, note: number === ours.articul ? 'not our good under our article' : line.note }
}

/** The name of one good with the key of another: ambiguous to anybody. */
function contradicted(random: Random, index: CatalogueIndex, line: GoodLine): GoodLine {
  const key = line.articul ?? line.barcode
  // '-' cannot contradict the name.
  if (key === null || keyOf(textOf(key)) === '' || line.name === null || line.note.includes('own number')) return line
  const other = random.pick(index.goods)
  if (other.id === line.good?.id || wordsOf(other.name)[0] === wordsOf(line.good?.name ?? '')[0]) return line
  return { ...line, name: other.name, meant: null, sure: false, note: 'the name of another good' }
}

/** A number of the buyer's own list: sequential, similar to ours, or equal to one of ours. */
function ownNumber(random: Random, index: CatalogueIndex, rowIndex: number): Cell {
  const other = random.pick(index.goods)
  return random.pick<() => Cell>([
    () => rowIndex + 1,
    () => `00-${String(random.integer(1, 3000)).padStart(8, '0')}`,
    () => random.integer(1, 2999),
    () => other.code || other.articul,
    () => asNumber(random, other.articul),
    () => `НФ-${random.integer(1000, 99_999)}`,
    () => String(random.integer(100_000, 999_999)),
  ])()
}

/** Digits sometimes become a number in a spreadsheet and lose leading zeros. */
function asNumber(random: Random, code: string): Cell {
  return /^\d{1,15}$/.test(code) && random.chance(0.5) ? Number(code) : code
}
