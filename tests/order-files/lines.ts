import { keyOf, wordsOf, type CatalogueIndex } from './catalogue-index.ts'
import { textOf, type Cell } from './cells.ts'
import { damagedName, foreignCode, foreignName, respelledCode, respelledName } from './damaged-texts.ts'
import { weighted, type Random } from './random.ts'
import type { CatalogueGood } from './types.ts'

/** By what the rows of a file name goods; 'Own' is the buyer's: their own numbers, which may be numbers of ours too. */
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

/** What one row says of a good, and whom it means: `sure` where a clerk needs no question. */
export type GoodLine = {
  articul: Cell
  code: Cell
  barcode: Cell
  name: Cell
  /** Whose unit, price and brand stand in the row; null: a good that is not ours. */
  good: CatalogueGood | null
  meant: number | null
  sure: boolean
  note: string
}

const styles = { plain: 78, respelled: 8, damaged: 6, unknown: 5, contradicted: 3 } as const

/** `withBrand`: a column beside the name holds the good's brand. */
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

/** A good that a row names; an article alone such as 'Итого' or '-' would name no good to anybody. */
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

/** The row of a good that is ours, spelled so or so. */
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
    // Under 'Артикул' a number of ours may be our article: who asks is right as well.
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
 * What a name says with the brand beside it: this good alone is called so, or alone has all the words; none has them
 * all; several may be meant; another good is.
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
  // Whole among the words, its article says which.
  const pieces = text.split(/[\s,;]+/)
  const spelled = [...possible].filter((id) => pieces.includes(index.byId.get(id)?.articul ?? ''))
  if (spelled.length === 1 && spelled[0] === good.id) return 'agrees'
  // Typos and shortened words: no good has all of them.
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

/** Goods that are not ours, under numbers that may be. */
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

/** The name of one good and the key of another: nobody can tell which of them is meant. */
function contradicted(random: Random, index: CatalogueIndex, line: GoodLine): GoodLine {
  const key = line.articul ?? line.barcode
  // '-' says nothing that a name could contradict.
  if (key === null || keyOf(textOf(key)) === '' || line.name === null || line.note.includes('own number')) return line
  const other = random.pick(index.goods)
  if (other.id === line.good?.id || wordsOf(other.name)[0] === wordsOf(line.good?.name ?? '')[0]) return line
  return { ...line, name: other.name, meant: null, sure: false, note: 'the name of another good' }
}

/** A number of the buyer's own list: running, or like ours, or simply ours. */
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

/** Digits become a number as often as a spreadsheet does so, and lose their zeros. */
function asNumber(random: Random, code: string): Cell {
  return /^\d{1,15}$/.test(code) && random.chance(0.5) ? Number(code) : code
}
