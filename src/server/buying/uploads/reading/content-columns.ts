import type { ColumnField } from './fields.ts'
import { isNegativeQuantity, parseQuantityText, proposeQuantity } from '#shared/rules/quantity-text.ts'
import { plainOf, shownOf, type SheetSample } from '#server/platform/files/tables/sample.ts'

/** How the catalogue knows a text; undefined: not known. */
export type Recognise = (text: string) => Exclude<ColumnField, 'quantity'> | undefined

/** Ids of products found by a code, or by all words of a name. */
export type GoodsOf = Record<'code' | 'name', (text: string) => readonly number[]>

type ColumnContext = {
  body: SheetSample['body']
  /** First row of goods, from 0. */
  from: number
  /** Columns that are recognised already, or excluded. */
  taken: ReadonlySet<number>
}

const maxTexts = 80
/** Minimum share of known texts in a column of codes. */
const minKnown = 0.3
const minNumbers = 0.8
const minAgreed = 0.7
const minFilled = 0.1
const maxQuantityLength = 14
const maxUnitLength = 24
/** Of several columns of numbers, one with larger numbers is a price. */
const maxUsualQuantity = 1000
const minWithKopecks = 0.6
const maxSmallQuantity = 100

/**
 * Columns of codes and names by content: for each field the column with most known texts, at least 30 %. Small integers
 * are more likely quantities or row numbers, so they count only if no other column is known or looks like names, and
 * there are no headings.
 */
export function columnsByCatalogue(
  context: ColumnContext,
  recognise: Recognise,
  { isHeaded } = { isHeaded: false },
): Partial<Record<ColumnField, number>> {
  const recognised = columnsOf(context).map(({ column, texts }) => ({ column, ...bestKind(texts, recognise) }))
  const known = recognised.filter(({ share, hits }) => share >= minKnown && hits > 0)
  const certain = known.filter(({ isSmall }) => !isSmall)
  const doubtful = isHeaded || containsNames(context) ? [] : known.slice(0, 1)
  const found: Partial<Record<ColumnField, number>> = {}
  for (const { column, kind } of (certain.length > 0 ? certain : doubtful).toSorted((a, b) => b.share - a.share)) {
    if (kind !== undefined) found[kind] ??= column
  }
  return found
}

/** Columns whose numbers may be quantities: not row numbers, prices, years, rates, phones, nor a constant. */
export function plausibleQuantities(context: ColumnContext): number[] {
  return plausibleColumns(context).map(({ column }) => column)
}

/**
 * Columns that may be further quantities under unknown headings, also with an occasional range, date or word;
 * `constant` ones separately, because they count only beside others.
 */
export function quantitiesUnderUnknownHeadings(context: ColumnContext): { column: number; isConstant: boolean }[] {
  const plausible = numericColumns(context, { allowUnclear: true }).filter((each) =>
    isPlausible(each, { constant: true }),
  )
  const maxLength = Math.max(0, ...plausible.map(({ texts }) => texts.length))
  return (
    plausible
      .filter(({ texts }) => texts.length >= maxLength * minFilled)
      // 'цех 5'
      .filter(({ texts }) => texts.filter((text) => /^\P{L}*\d/u.test(text)).length * 2 >= texts.length)
      .map((each) => ({ column: each.column, isConstant: !isPlausible(each) }))
  )
}

/** Whether a column repeats another one, or is a factor or the product of it: a price, a sum. */
export function dependsOn({ body, from }: Omit<ColumnContext, 'taken'>, column: number, quantities: number): boolean {
  const rows = body
    .filter(({ row }) => row >= from)
    .map(({ cells }) => cells.map((cell) => quantityOf(plainOf(cell)) ?? 0))
    .filter((numbers) => (numbers[column] ?? 0) > 0 && (numbers[quantities] ?? 0) > 0)
  if (rows.length < 2) return false
  const width = Math.max(...rows.map(({ length }) => length))
  const isTrueInMostRows = (isTrue: (numbers: number[]) => boolean) =>
    rows.filter(isTrue).length >= rows.length * minNumbers
  if (isTrueInMostRows((numbers) => numbers[column] === numbers[quantities])) return true
  const others = Array.from({ length: width }, (_, other) => other).filter(
    (other) => other !== column && other !== quantities,
  )
  const isProduct = (numbers: number[], other: number, [factor = 0, product = 0]: number[]) =>
    (numbers[other] ?? 0) > 0 && Math.abs((numbers[quantities] ?? 0) * factor - product) < 0.01
  return others.some(
    (other) =>
      isTrueInMostRows((numbers) => isProduct(numbers, other, [numbers[column] ?? 0, numbers[other] ?? 0])) ||
      isTrueInMostRows((numbers) => isProduct(numbers, other, [numbers[other] ?? 0, numbers[column] ?? 0])),
  )
}

/** Whether two columns are equal in every row, whatever the notation. */
export function isSameColumn({ body, from }: Omit<ColumnContext, 'taken'>, one: number, other: number): boolean {
  const valueOf = (text: string) => {
    const read = parseQuantityText(text)
    return typeof read === 'object' ? read.milli : read === 'empty' ? 0 : text
  }
  return body.every(({ row, cells }) => row < from || valueOf(plainOf(cells[one])) === valueOf(plainOf(cells[other])))
}

/** Whether a column contains numbers that may be quantities: no years, no phones. */
export function containsNumbers({ body, from }: Omit<ColumnContext, 'taken'>, column: number): boolean {
  const found = numericColumns({ body, from, taken: new Set() }, { allowUnclear: true }).find(
    (each) => each.column === column,
  )
  return found !== undefined && !areYears(found.numbers) && !arePhones(found)
}

/** Whether a column contains integers typical for orders, few of which could be prices. */
export function areSmallQuantities(table: Omit<ColumnContext, 'taken'>, column: number): boolean {
  const found = numericColumns({ ...table, taken: new Set() }).find((each) => each.column === column)
  return (
    found !== undefined &&
    isPlausible(found, { constant: true }) &&
    found.numbers.every(Number.isInteger) &&
    medianOf(found.numbers) <= maxSmallQuantity
  )
}

/** Few numbers beside a filled column are not quantities: a date or a page number. */
function plausibleColumns(context: ColumnContext): Numeric[] {
  const plausible = numericColumns(context).filter((each) => isPlausible(each))
  const maxLength = Math.max(0, ...plausible.map(({ texts }) => texts.length))
  return plausible.filter(({ texts }) => texts.length >= maxLength * minFilled)
}

/**
 * The quantity column by its numbers; undefined if none or several qualify. In a table of two columns the other one,
 * even if constant.
 */
export function quantityColumn(context: ColumnContext): number | undefined {
  const numeric = numericColumns(context)
  const [only] = numeric
  if (only && numeric.length === 1 && filledColumns(context) <= 2)
    return isPlausible(only, { constant: true }) ? only.column : undefined
  const plausible = plausibleColumns(context)
  if (plausible.length === 1) return plausible[0]?.column
  return factorColumn(
    context,
    numeric.filter(({ numbers }) => !isNumbering(numbers)).map(({ column }) => column),
  )
}

type Numeric = { column: number; numbers: number[]; texts: string[] }

/** `allowUnclear`: in a short table one '5-10' or 'две' is a large share. */
function numericColumns(context: ColumnContext, { allowUnclear = false } = {}): Numeric[] {
  return columnsOf(context, plainOf, { distinct: false }).flatMap(({ column, texts }) => {
    const numbers = texts.flatMap((text) => quantityOf(text) ?? [])
    const areMost =
      numbers.length >= texts.length * minNumbers || (allowUnclear && areQuantitiesInWords(texts, numbers.length))
    return numbers.length > 0 && areMost ? [{ column, numbers, texts }] : []
  })
}

/** At least half are numbers, the others are typical spellings of quantities. */
function areQuantitiesInWords(texts: readonly string[], numbers: number): boolean {
  const others = texts.filter((text) => quantityOf(text) === undefined)
  return (
    numbers * 2 >= texts.length &&
    others.every((text) => text.length <= maxQuantityLength && proposeQuantity(text) !== undefined)
  )
}

function isPlausible(column: Numeric, { constant = false } = {}): boolean {
  const { numbers } = column
  if (isNumbering(numbers) || looksLikePrices(column) || areYears(numbers) || arePhones(column)) return false
  return constant || numbers.length < 3 || new Set(numbers).size > 1
}

/** One or two rows are not enough. */
function areYears(numbers: readonly number[]): boolean {
  return numbers.length >= 2 && numbers.every((number) => number >= 1990 && number <= 2040)
}

function arePhones({ texts }: Numeric): boolean {
  return texts.every((text) => /^[78]?9\d{9}$/.test(text.replace(/\D/g, '')))
}

function filledColumns({ body, from }: ColumnContext): number {
  return new Set(
    body
      .filter(({ row }) => row >= from)
      .flatMap(({ cells }) => [...cells.keys()].filter((column) => plainOf(cells[column]) !== '')),
  ).size
}

/** Of three columns where two give the third in every row, the smaller factor: quantity × price = sum. */
function factorColumn({ body, from }: ColumnContext, columns: readonly number[]): number | undefined {
  const rows = body
    .filter(({ row }) => row >= from)
    .map(({ cells }) => columns.map((column) => quantityOf(plainOf(cells[column])) ?? 0))
    .filter((numbers) => numbers.every((number) => number > 0))
  if (rows.length < 2) return undefined
  const isProduct = (a: number, b: number, sum: number) =>
    rows.filter((numbers) => Math.abs((numbers[a] ?? 0) * (numbers[b] ?? 0) - (numbers[sum] ?? 0)) < 0.01).length >=
    rows.length * 0.8
  const isSmaller = (a: number, b: number) =>
    rows.filter((numbers) => (numbers[a] ?? 0) < (numbers[b] ?? 0)).length >= rows.length * 0.8
  const indexes = [...columns.keys()]
  const factors = indexes.flatMap((a) =>
    indexes.flatMap((b) =>
      a !== b && isSmaller(a, b) && indexes.some((sum) => sum !== a && sum !== b && isProduct(a, b, sum)) ? [a] : [],
    ),
  )
  return factors.length === 1 ? columns[factors[0] ?? 0] : undefined
}

/** Whether a quantity column contains words instead of numbers, such as units ('шт'). */
export function containsWordsOnly({ body, from }: Omit<ColumnContext, 'taken'>, column: number): boolean {
  const texts = body
    .filter(({ row }) => row >= from)
    .map(({ cells }) => plainOf(cells[column]))
    .filter(Boolean)
  const words = texts.filter((text) => parseQuantityText(text) === 'unclear' && !isNegativeQuantity(text))
  const areMost = words.length >= 3 && words.length > texts.length * 0.7
  // Numbers in words are short: 'две штуки'.
  return (
    areMost &&
    (new Set(words).size <= words.length / 2 ||
      words.filter((text) => text.length > maxQuantityLength * 2).length > words.length / 2)
  )
}

/** Whether a column contains only words like 'шт' and 'уп.' while another contains quantities. */
export function containsUnits({ body, from }: Omit<ColumnContext, 'taken'>, column: number, beside: number): boolean {
  const counted = body.filter(
    ({ row, cells }) => row >= from && typeof parseQuantityText(plainOf(cells[beside])) === 'object',
  )
  const texts = counted.map(({ cells }) => plainOf(cells[column])).filter(Boolean)
  return texts.length > 0 && texts.filter((text) => /^[а-яёa-z²³]{1,9}\.?$/i.test(text)).length >= texts.length * 0.8
}

const knownUnit = new RegExp(
  String.raw`^(?:шт|штук[аи]?|ед|кг|гр?|тн?|м|пог ?м|п\.?м|м[23²³]|[см]м|м?л|пар[аы]?|компл|комплект|наб|набор|` +
    'рул|рулон|бухта|лист|уп|упак|упаковка|кор|короб|коробка|пач|пачка|бл|блок|ящ|ящик|палл?ета?|' +
    String.raw`поддон|меш|мешок|бан|банка|ведро|кан|канистра|фл|pcs)\.?$`,
  'i',
)

/** Whether a column with a unit heading contains only short words, possibly with numbers: 'уп. (10 шт)', 'усл. ед'. */
export function containsUnitTexts({ body, from }: Omit<ColumnContext, 'taken'>, column: number): boolean {
  const texts = body
    .filter(({ row }) => row >= from)
    .map(({ cells }) => plainOf(cells[column]))
    .filter(Boolean)
  return texts.some((text) => /\p{L}/u.test(text)) && texts.every((text) => text.length <= maxUnitLength)
}

/** Whether a column without a heading contains only units. */
export function containsKnownUnits({ body, from }: Omit<ColumnContext, 'taken'>, column: number): boolean {
  const texts = body
    .filter(({ row }) => row >= from)
    .map(({ cells }) => plainOf(cells[column]))
    .filter(Boolean)
  const isKnown = (text: string) => {
    const words = text
      .replace(/\d+(?![23²³])|тыс\.?(?=\s*\p{L})|[(),]/giu, ' ')
      .trim()
      .split(/\s+/)
    return words.every((word) => knownUnit.test(word))
  }
  // '133 шт' and '8 шт' are quantities of another column.
  const counted = texts.filter((text) => /^\d/.test(text))
  if (counted.length * 2 > texts.length && new Set(counted).size > 1) return false
  return texts.length > 0 && texts.filter(isKnown).length >= texts.length * minNumbers
}

function columnsOf({ body, from, taken }: ColumnContext, textOf = shownOf, { distinct } = { distinct: true }) {
  const rows = body.filter(({ row }) => row >= from)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    if (taken.has(column)) return []
    const all = rows.map(({ cells }) => textOf(cells[column])).filter(Boolean)
    const texts = (distinct ? [...new Set(all)] : all).slice(0, distinct ? maxTexts : maxTexts * 2)
    return texts.length > 0 ? [{ column, texts }] : []
  })
}

function bestKind(texts: readonly string[], recognise: Recognise) {
  const counts = new Map<Exclude<ColumnField, 'quantity'>, number>()
  let certain = 0
  for (const text of texts) {
    const kind = recognise(text)
    if (!kind) continue
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (!isSmallNumber(text) && (kind === 'name' || /\d/.test(text))) certain += 1
  }
  const [kind, hits = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
  return { kind, hits, share: hits / texts.length, isSmall: certain === 0 || areSmallNumbers(texts) }
}

/** Whether most rows have different words in one column: names, though the catalogue knows none of them. */
function containsNames(context: ColumnContext): boolean {
  const rows = context.body.filter(
    ({ row, cells }) => row >= context.from && cells.some((cell) => plainOf(cell) !== ''),
  )
  return columnsOf(context, shownOf, { distinct: false }).some(({ texts }) => {
    const words = texts.filter((text) => /\p{L}{3}/u.test(text) && !knownUnit.test(text))
    return words.length * 2 > Math.min(rows.length, maxTexts * 2) && new Set(words).size * 2 > words.length
  })
}

/** All texts, except a greeting or a total among many. */
function areSmallNumbers(texts: readonly string[]): boolean {
  const others = texts.filter((text) => !isSmallNumber(text)).length
  return others <= (texts.length >= 3 ? Math.max(1, texts.length * 0.2) : 0)
}

/** '4', '2,5', '4 шт' and '7*22'. */
function isSmallNumber(text: string): boolean {
  return (
    /^\d{1,4}(?:[.,]\d{1,3})?(?:\s*[а-яёa-z²³]{1,6}\.?)?$/i.test(text) || /^\d{1,3}\s*[-–*+xх×/]\s*\d{1,3}$/i.test(text)
  )
}

/** Whether columns of codes and names denote the same goods in nearly all rows with a known code. */
export function agreeWithNames(
  { body, from }: Omit<ColumnContext, 'taken'>,
  { code, name }: { code: number; name: number },
  recognise: Recognise,
  goodsOf: GoodsOf,
): boolean {
  const rows = body
    .filter(({ row }) => row >= from)
    .slice(0, maxTexts)
    .map(({ cells }) => [shownOf(cells[code]), shownOf(cells[name])] as const)
  const known = rows.filter(([text, nameText]) => text !== '' && nameText !== '' && recognise(text) !== undefined)
  const agreed = known.filter(([text, nameText]) => {
    const named = new Set(goodsOf.name(nameText))
    return goodsOf.code(text).some((id) => named.has(id))
  })
  return agreed.length > 0 && agreed.length >= known.length * minAgreed
}

function quantityOf(text: string): number | undefined {
  // '002' is a code.
  if (text.length > maxQuantityLength || /^0\d/.test(text)) return undefined
  const read = parseQuantityText(text)
  return read === 'empty' ? 0 : read === 'unclear' ? undefined : read.milli / 1000
}

/** Whether a column numbers the rows: 1, 2, 3… or, beside another table, continues its numbers. */
export function containsRowNumbers({ body, from }: Omit<ColumnContext, 'taken'>, column: number): boolean {
  const numbers = body.flatMap(({ row, cells }) => {
    const number = row < from ? undefined : quantityOf(plainOf(cells[column]))
    return number ? [{ row, number }] : []
  })
  // In a long sheet only a sample is checked; group rows have no number.
  const follows = ({ row, number }: { row: number; number: number }, at: number) => {
    const before = numbers[at - 1]
    return !before || (number > before.number && number - before.number <= row - before.row)
  }
  return numbers.length >= 2 && numbers.every(follows)
}

/** 1, 2, 3, 4… */
function isNumbering(numbers: readonly number[]): boolean {
  return (
    numbers.length >= 3 &&
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)) &&
    (numbers[0] ?? 0) <= 1
  )
}

/** Large, or with kopecks: '80,00', '12.35'. */
function looksLikePrices({ numbers, texts }: { numbers: readonly number[]; texts: readonly string[] }): boolean {
  const median = medianOf(numbers)
  const withKopecks = texts.filter((text) => /\d[.,]\d{2}(\D|$)/.test(text)).length
  return median > maxUsualQuantity || withKopecks >= texts.length * minWithKopecks
}

function medianOf(numbers: readonly number[]): number {
  const filled = numbers.filter((number) => number > 0).toSorted((a, b) => a - b)
  return filled[Math.floor(filled.length / 2)] ?? 0
}
