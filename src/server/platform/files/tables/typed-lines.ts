import { estimateAfterPattern, estimatePattern, numeralIn, numeralPattern } from '#shared/rules/words/numeral-text.ts'
import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { isMailField } from './quoted-mail.ts'
import { parseCancelledLine } from './cancel-remarks.ts'
import { shownText, type Cell } from './sheet.ts'

const number = String.raw`\d+(?:[ \u00a0]\d{3})*(?:[.,]\d+)?`
const unit = String.raw`(?:[а-яё²³]{1,9}|[a-z²³]{1,6})\.?`
/** Units of quantities in typed text; other words after a number may belong to a name. */
const counted =
  '(?:шт|штук[аи]?|уп|упак|кор|ящ|пар[аы]?|компл|наб|набор|рул|бухт[аы]?|лист(?:а|ов)?|меш|вед|бан|кан|' +
  String.raw`кг|м|м2|м3|м²|м³|л|pcs)(?![а-яёa-z\d])\.?`
/**
 * 'DDF485Z 4', 'DDF485Z - 4 шт', 'DDF485Z = 4', 'DDF485Z, 4 шт', 'DDF485Z (4 шт)', 'DDF485Z ..... 4'; the comma in
 * '4,25' is not a separator.
 */
const quantityLast = new RegExp(
  String.raw`^(.*[^\s\-–—=:,;.(×*]\.?)(?<!\s[xх])\s*(?:[\s=:;*×(]|(?<!(?:^|\s)\d+),|\s[-–—xх]|\.{2,}|` +
    String.raw`[-–—](?=\d+\s*(?:шт|штук[аи]?|уп|упак|кор|pcs)\.?\)?$))\s*(${number}\s*(?:${unit})?)\)?$`,
  'i',
)
/** '4 шт DDF485Z', '4 x DDF485Z'; a bare number might be part of the name. */
const quantityFirst = new RegExp(
  String.raw`^(${number}\s*${counted}|\d{1,5}(?=\s*[xх×*]\s))\s*(?:[-–—×*:]|[xх](?=\s))?\s*(\S.*)$`,
  'i',
)
/** A quantity with a unit or a sign at the end. */
const countedLast = new RegExp(
  String.raw`(?:\s[-–—]\s*|[=:]\s*)${number}\s*(?:${unit})?$|\s${number}\s*${counted}$`,
  'i',
)
/** 'АВ-77 - 1 шт - 3000', 'АВ-77 - 1 - 3000': a quantity, followed by a number that may be a price. */
const countedBefore = new RegExp(
  String.raw`^(.*\S)(?:\s*[-–—=:,;(]\s*|\s+)(${number}\s*${counted})\s*\)?\s*[-–—=:,;]?\s*$|^(.*\S)\s+[-–—]\s+(\d+)$`,
  'i',
)
/** 'K-1 - 20 м, но не раньше среды': a quantity, and words that may change it. */
const countedAside = new RegExp(
  String.raw`^(.*[^\s\-–—=:,;.(])(?:\s*[-–—=:(]\s*|\s+)((${number})\s*${counted}\s*[,;(!].*)$`,
  'i',
)
/** 'сапоги Барс 42-2, 43-3', '42 р - 3 пары, 43 р - 2 пары': sizes with a quantity each. */
const sizesWithQuantities = new RegExp(
  String.raw`(?:(?:^|[\s,;])(?:р(?:азм(?:ер)?)?\.?\s?)?\d{2}(?:\/\d{2,3})?\s?` +
    String.raw`(?:р(?:азм(?:ер)?)?\.?\s?)?[-–—:=]\s?\d{1,3}(?:\s*(?:шт|пар[аы]?)\.?)?\s*(?:[,;]|$)){2,}`,
  'i',
)
/** '2xAG125/880S': a quantity, or the beginning of a name. */
const multiplied = /^(\d{1,3})\s*[xх×*](?=\S*\d)(?=\p{L})(\S.*)$/iu
/** A quantity anywhere, with a unit that names do not contain. */
const countedInside = /(?<![\p{L}\d])\d+\s*(?:шт|штук[аи]?|уп|упак|кор|ящ|пар[аы]?|компл|рул|pcs)(?![а-яёa-z])/iu
const inWords = String.raw`${numeralPattern}(?:\s+${unit}(?![\p{L}\d]))?`
const inWordsCounted = String.raw`${numeralPattern}\s+${counted}`
/** '~10', 'около десяти штук', 'штук пять', '10 шт примерно', '5-10 шт', '10 (пять) шт'. */
const estimate = [
  String.raw`${estimatePattern}(?:${number}(?:\s*${counted})?|${inWordsCounted}|${numeralPattern})`,
  String.raw`(?<!\p{L})(?:${counted}|штуч(?:ек|ки))\s+${numeralPattern}`,
  String.raw`(?<![\d.,-])${number}\s*(?:${counted})?[\s,]*${estimateAfterPattern}`,
  String.raw`(?<=^|\s)${number}[-–—]${number}\s*${counted}`,
  String.raw`(?<![\d.,-])${number}\s*(?:${counted})?\s*\(${numeralPattern}\)(?:\s*${counted})?`,
].join('|')
const estimateLast = new RegExp(String.raw`^(.*?[^\s\-–—=:,;.(~≈±<>≥≤]\.?)\s*[-–—=:,(]?\s*(${estimate})\)?$`, 'iu')
/** 'пару молотков', 'около 10 молотков', 'один 102-01Б'; but not 'три в одном' or 'до 10 утра'. */
const estimateFirst = new RegExp(
  String.raw`^(?!(?:до|от)\s)(${estimate}|${inWordsCounted}|${numeralPattern})` +
    String.raw`(?:\s*[-–—:]\s*|\s+)(?!(?:в|из|раз|на)(?!\p{L}))((?:\p{L}|\d[\d.,]*[-/\p{L}]\S{2}).*)$`,
  'iu',
)
/** 'молоток шесть', 'сапоги две пары', 'свёрла - десять штук'. */
const inWordsLast = new RegExp(String.raw`^(.*?[^\s\-–—=:,;.(]\.?)(?:\s*[=:,(]\s*|\s[-–—]\s*|\s)(${inWords})\)?$`, 'iu')
/** 'краску, три банки, срочно': a quantity in words, followed by other words. */
const inWordsInside = new RegExp(
  String.raw`^(.*[^\s,;:–—-])[\s,;:–—-]+(${numeralPattern}\s+(?:${counted}|` +
    '(?:бан|пач|упаков|короб|канистр)(?:к?[аиуы]|ок|ек)|' +
    String.raw`(?:рулон|комплект|набор|литр|метр|килограмм|ящик|мешк)(?:а|ов)?|ведр[ао]|ведер)[\s,;.!].*)$`,
  'iu',
)
/** '10 (десять) шт': a number in digits and words. */
const repeatedInWords = new RegExp(String.raw`(${number})((?:\s*${counted})?)\s*\((${numeralPattern})\)`, 'giu')
/** 'молоток - 2 шт, только 600 г': words that specify the good. */
const narrowingWords = /[,;]\s*(?:только|именно|строго|но|если|можно|лучше|не)(?!\p{L})/iu
/** List markers, also in quoted lines: '> 12) '. */
const bullet = /^(?:>\s*)*(?:[-–—•*·▪●○◦►+]\s+|\d{1,3}[.)]\s+|(?:\p{Extended_Pictographic}\ufe0f?\s*)+)?/u
/** 'Иван, тел. 8 912 345-67-89': a telephone number, not a quantity. */
const phoneLast = /[\s:.,](?:\+7|8)[\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}$/
/** Prefixes of copied messenger messages: '[12.11.2026, 10:32] Иван:', '12.11.2026, 10:32 - Иван:'. */
const sender = /^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?\]?\s*(?:[-–—]\s*)?[^:\n]{1,60}:[ \t]+/gm
/** 'Сапоги 44 р - 1 пара': a size before pairs, not a price. */
const sizeOfPairs = String.raw`\d{2}(?:[-–/]\d{2,3})?\s*р\.?(?:\s*[-–—:=,(]\s*|\s+)\d+\s*пар`
/** A price: 'по 250 руб/шт', '× 250 = 1000 ₽'. */
const price = new RegExp(
  String.raw`(?:^|\s+|\s*[,;×xх*@=]\s*)(?:(?:(?:по|за|цена|сумма|на сумму|итого)\s*:?\s*)+|(?!${sizeOfPairs}))` +
    String.raw`${number}\s*(?:(?:руб[а-я]*|р|rub)(?![а-яa-z])\.?|₽)` +
    String.raw`(?:\s*(?:\/|за)\s*(?:шт|ед|кг|м|л|уп)[а-я]*\.?)?|\s*[×xх*]\s*${number}\s*=.*$`,
  'gi',
)
/** The separator between 'DDF485Z - 4 шт' and another good in the same line. */
const goodSeparator = new RegExp(
  String.raw`(?<=\d\s*(?:шт|штук[аи]?|уп|упак|кг|pcs)\.?)\s*[,;]\s*(?=\S)` +
    String.raw`(?!(?:только|именно|строго|но|если|можно|лучше|не)(?!\p{L})|${estimateAfterPattern})`,
  'iu',
)

/** 'DX-1234 x2, АВ-77 x3', 'DX-1234 2, АВ-77 3': formats of lists in which all quantities are written alike. */
const uniformFormats = [
  /^[^,;]*\p{L}[^,;]*\s[xх×*]\s?\d+$/iu,
  /^[^,;]*\p{L}[^,;]*\s[-–—]\s?\d+$/iu,
  /^[^,;]*\p{L}[^,;]*\S\s*[:=]\s?\d+$/iu,
  /^[^,;]*\p{L}[^,;]*\(\d+\)$/iu,
  /^(?=\S*\d)(?=\S*\p{L})\S+\s\d+$/u,
] as const

/** '5 шт и …': another good in the same line, or the rest of the name; the user must decide. */
const joinedGoods = new RegExp(
  String.raw`\d\s*(?:шт|штук[аи]?|уп|упак|кг|л|м|пар[аы]?|компл|набор|рул|кор|ящ|pcs)(?![а-яёa-z])\.?\s+` +
    String.raw`(?:и|да|плюс|также|а также|ещ[её]|и ещ[её]|\+|&)\s+\S`,
  'i',
)
/** A good, not a remark such as 'срочно'. */
const goodPattern = /\d|\S\s+\S/
/** A quantity that the line does not contain. */
const unknownQuantity: Cell = { shown: '', plain: '?' }

/** Maximum number of goods in one line. */
export const maxGoodsPerLine = 12
/** Longer texts are not names and would slow down the search. */
const maxGoodLength = 400

/** Removes the sender prefixes of copied messenger messages. */
export function stripSenders(text: string): string {
  return text.replace(sender, '')
}

/**
 * Splits a typed line into the name and quantity of each of its goods; returns one cell if it contains no quantity. A
 * further good without a quantity gets an unclear one.
 */
export function parseTypedLine(line: string): Cell[] {
  const text = unquote(line.replace(/\s+/g, ' ').trim())
  // '42р - 3 шт, 43р - 2 шт' is one good, and its sizes are no prices.
  if (text.length <= maxGoodLength && sizesWithQuantities.test(text)) return [text.replace(bullet, ''), unknownQuantity]
  const parts = splitGoods(text)
  const [first = [''], ...others] = parts.slice(0, maxGoodsPerLine).map((part) => parseGood(part.replace(/\.$/, '')))
  if (others.length === 0) return first
  const rest = parts.slice(maxGoodsPerLine).join(', ')
  const goods = others.flatMap((cells) =>
    shownText(cells[0]) === ''
      ? []
      : cells.length === 1 && goodPattern.test(shownText(cells[0]))
        ? [[...cells, unknownQuantity]]
        : [cells],
  )
  const tooMany = rest === '' ? [] : [[rest, unknownQuantity]]
  return [first, ...goods, ...tooMany].flatMap(([good = '', quantity = '']) => [good, quantity])
}

function splitGoods(line: string): string[] {
  const parts = line.replace(bullet, '').split(/[,;]\s+/)
  const areUniform =
    parts.length > 1 && uniformFormats.some((format) => parts.every((part) => format.test(part.trim())))
  return areUniform ? parts : line.split(goodSeparator)
}

/** Whether most lines contain a good and a quantity. */
export function areTypedLines(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== '').map(parseTypedLine)
  return rows.filter(({ length }) => length >= 2).length >= rows.length * 0.6
}

/**
 * Whether every quantity has a unit or a sign ('4 шт', '- 4', '(4)'): a bare number at the end of a line may belong to
 * the name.
 */
export function haveExplicitQuantities(lines: readonly string[]): boolean {
  const counted = lines.filter((line) => parseTypedLine(line).length >= 2)
  return (
    counted.length > 0 &&
    counted.every((line) =>
      quantitiesIn(line).every((quantity) => /[\p{L}~≈]/u.test(quantity) || followsSign(line, quantity)),
    )
  )
}

function quantitiesIn(line: string): string[] {
  return parseTypedLine(line)
    .filter((_, index) => index % 2 === 1)
    .map(shownText)
}

function followsSign(line: string, quantity: string): boolean {
  const index = line.lastIndexOf(quantity)
  return (
    quantity === '' ||
    /(?:\s[-–—xх×*]|[=:(×*]|\.{2,})\s*$/i.test(line.slice(0, index)) ||
    /^\s*[xх×*]\s/i.test(line.slice(index + quantity.length))
  )
}

function parseGood(text: string): Cell[] {
  if (text.length > maxGoodLength || isMailField(text)) return [text]
  // A line that is only a bullet or '👍' counts as a line.
  const bare = text.trim().replace(bullet, '') || text.trim()
  if (phoneLast.test(bare)) return [bare]
  const line = bare.replace(repeatedInWords, (quantityText, digits: string, unit: string, words: string) =>
    numeralIn(words) === Number(digits) ? `${digits}${unit}` : quantityText,
  )
  const [priceIndex = line.length] = Array.from(line.matchAll(price), ({ index }) => index)
  // The price may be followed by the quantity or by other words.
  const [plain, before] = [line.replace(price, ' '), line.slice(0, priceIndex)].map((part) =>
    part
      .replace(/\s+/g, ' ')
      .replace(/[;,!\s]+$/, '')
      .trim(),
  ) as [string, string]
  if (joinedGoods.test(plain)) return [plain, unknownQuantity]
  const cancelled = parseCancelledLine(plain)
  if (cancelled && !parseCounted(cancelled.name)) return [cancelled.name, { shown: cancelled.remark, plain: '?' }]
  if (sizesWithQuantities.test(plain)) return [plain, unknownQuantity]
  return (
    (narrowingWords.test(plain) ? parseUnclear(plain) : undefined) ??
    parseEstimate(plain) ??
    parseCounted(plain) ??
    parseInWords(plain) ??
    parseCounted(before) ??
    parseUnclear(plain) ??
    (countedInside.test(plain) ? [plain, unknownQuantity] : [plain])
  )
}

/** An unclear quantity with a proposal, which the user must confirm. */
function parseUnclear(line: string): Cell[] | undefined {
  const [, factor, nameAfterFactor] = multiplied.exec(line) ?? []
  if (factor !== undefined && nameAfterFactor !== undefined) return [nameAfterFactor, unclearCell(factor, factor)]
  const [, named, words] = inWordsInside.exec(line) ?? []
  if (named !== undefined && words !== undefined) return [named, toUnclearQuantity(words)]
  const [, name, quantityText, digits] = countedAside.exec(line) ?? []
  return name === undefined || quantityText === undefined || digits === undefined
    ? undefined
    : [name.trim(), unclearCell(quantityText, digits)]
}

function unclearCell(shown: string, digits: string): Cell {
  return { shown, plain: `${digits} ?` }
}

/** Undefined if there is no quantity at the beginning or end. */
function parseCounted(line: string): Cell[] | undefined {
  const [, first, named] = quantityFirst.exec(line) ?? []
  if (first !== undefined && named !== undefined)
    return countedLast.test(named) ? [line, unknownQuantity] : [named, first]
  const [, good, last] = quantityLast.exec(line) ?? []
  if (good !== undefined && last !== undefined) {
    const [, named = '', inside = '', bareName = '', bare = ''] = countedBefore.exec(good.trim()) ?? []
    return !/\p{L}/u.test(last) && inside + bare !== ''
      ? [(named || bareName).trim(), `${inside || bare} - ${last}`]
      : [good.trim(), last]
  }
  // The name may end with punctuation: 'Саморез 5, - 1 кг'.
  const { index = 0, 0: end = '' } = countedLast.exec(line) ?? {}
  const name = line.slice(0, index).replace(/[\s,;:]+$/, '')
  return name === '' ? undefined : [name, end.replace(/^[\s=:–—-]+/, '')]
}

/** 'молоток ~10', and 'пару молотков' unless a number of pieces follows. */
function parseEstimate(line: string): Cell[] | undefined {
  const [, name, quantityText] = estimateLast.exec(line) ?? []
  if (name !== undefined && quantityText !== undefined) return [name.trim(), toUnclearQuantity(quantityText)]
  const [, first, named] = estimateFirst.exec(line) ?? []
  return first === undefined || named === undefined || countedLast.test(named)
    ? undefined
    : [named, toUnclearQuantity(first)]
}

function parseInWords(line: string): Cell[] | undefined {
  const [, name, quantityText] = inWordsLast.exec(line) ?? []
  return name === undefined || quantityText === undefined ? undefined : [name.trim(), toUnclearQuantity(quantityText)]
}

function toUnclearQuantity(quantityText: string): Cell {
  const shown = quantityText.trim()
  return parseQuantityText(shown) === 'unclear' ? shown : { shown, plain: `${shown} ?` }
}

/** Spreadsheets quote copied cells that contain a tab, a quote or a line break. */
function unquote(line: string): string {
  return /^"(?:[^"]|"")*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"').trim() : line
}
