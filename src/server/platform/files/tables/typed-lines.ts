import { estimateBehindPattern, estimatePattern, numeralIn, numeralPattern } from '#shared/rules/words/numeral-text.ts'
import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { isMailField } from './quoted-letters.ts'
import { cancelledGood } from './remarks.ts'
import { shownText, type Cell } from './sheet.ts'

const number = String.raw`\d+(?:[ \u00a0]\d{3})*(?:[.,]\d+)?`
const unit = String.raw`(?:[а-яё²³]{1,9}|[a-z²³]{1,6})\.?`
/** What goods are counted in, as a message says it; other words after a number may belong to a name. */
const counted = String.raw`(?:шт|штук[аи]?|уп|упак|кор|ящ|пар[аы]?|компл|наб|набор|рул|бухт[аы]?|лист(?:а|ов)?|меш|вед|бан|кан|кг|м|м2|м3|м²|м³|л|pcs)(?![а-яёa-z\d])\.?`
/**
 * 'DDF485Z 4', 'DDF485Z - 4 шт', 'DDF485Z = 4', 'DDF485Z, 4 шт', 'DDF485Z (4 шт)', 'DDF485Z ..... 4'; the comma of
 * '4,25' is none.
 */
const quantityLast = new RegExp(
  String.raw`^(.*[^\s\-–—=:,;.(×*]\.?)(?<!\s[xх])\s*(?:[\s=:;*×(]|(?<!(?:^|\s)\d+),|\s[-–—xх]|\.{2,}|[-–—](?=\d+\s*(?:шт|штук[аи]?|уп|упак|кор|pcs)\.?\)?$))\s*(${number}\s*(?:${unit})?)\)?$`,
  'i',
)
/** '4 шт DDF485Z', '4 x DDF485Z': a number alone might be a part of the name. */
const quantityFirst = new RegExp(
  String.raw`^(${number}\s*${counted}|\d{1,5}(?=\s*[xх×*]\s))\s*(?:[-–—×*:]|[xх](?=\s))?\s*(\S.*)$`,
  'i',
)
/** A quantity at the end that says that it is one. */
const countedLast = new RegExp(
  String.raw`(?:\s[-–—]\s*|[=:]\s*)${number}\s*(?:${unit})?$|\s${number}\s*${counted}$`,
  'i',
)
/** 'АВ-77 - 1 шт - 3000', 'АВ-77 - 1 - 3000': a quantity, and a number behind it that may be a price. */
const countedBefore = new RegExp(
  String.raw`^(.*\S)(?:\s*[-–—=:,;(]\s*|\s+)(${number}\s*${counted})\s*\)?\s*[-–—=:,;]?\s*$|^(.*\S)\s+[-–—]\s+(\d+)$`,
  'i',
)
/** 'K-1 - 20 м, но не раньше среды': a quantity, and words that may change it. */
const countedAside = new RegExp(
  String.raw`^(.*[^\s\-–—=:,;.(])(?:\s*[-–—=:(]\s*|\s+)((${number})\s*${counted}\s*[,;(!].*)$`,
  'i',
)
/** 'сапоги Барс 42-2, 43-3': sizes with a quantity each. */
const sizesCounted =
  /(?:(?:^|[\s,;])\d{2}(?:\/\d{2,3})?\s?[-–—:=]\s?\d{1,3}(?:\s*(?:шт|пар[аы]?)\.?)?\s*(?:[,;]|$)){2,}/i
/** '2xAG125/880S': a quantity, or the begin of a name. */
const multiplied = /^(\d{1,3})\s*[xх×*](?=\S*\d)(?=\p{L})(\S.*)$/iu
/** A quantity anywhere, in units that no name has. */
const countedInside = /(?<![\p{L}\d])\d+\s*(?:шт|штук[аи]?|уп|упак|кор|ящ|пар[аы]?|компл|рул|pcs)(?![а-яёa-z])/iu
const inWords = String.raw`${numeralPattern}(?:\s+${unit}(?![\p{L}\d]))?`
const inWordsCounted = String.raw`${numeralPattern}\s+${counted}`
/** '~10', 'около десяти штук', 'штук пять', '10 шт примерно', '5-10 шт', '10 (пять) шт'. */
const estimate = [
  String.raw`${estimatePattern}(?:${number}(?:\s*${counted})?|${inWordsCounted}|${numeralPattern})`,
  String.raw`(?<!\p{L})(?:${counted}|штуч(?:ек|ки))\s+${numeralPattern}`,
  String.raw`(?<![\d.,-])${number}\s*(?:${counted})?[\s,]*${estimateBehindPattern}`,
  String.raw`(?<=^|\s)${number}[-–—]${number}\s*${counted}`,
  String.raw`(?<![\d.,-])${number}\s*(?:${counted})?\s*\(${numeralPattern}\)(?:\s*${counted})?`,
].join('|')
const estimateLast = new RegExp(String.raw`^(.*?[^\s\-–—=:,;.(~≈±<>≥≤]\.?)\s*[-–—=:,(]?\s*(${estimate})\)?$`, 'iu')
/** 'пару молотков', 'около 10 молотков'; 'три в одном' is no quantity, nor is 'до 10 утра'. */
const estimateFirst = new RegExp(
  String.raw`^(?!(?:до|от)\s)(${estimate}|${inWordsCounted}|${numeralPattern})(?:\s*[-–—:]\s*|\s+)(?!(?:в|из|раз|на)(?!\p{L}))(\p{L}.*)$`,
  'iu',
)
/** 'молоток шесть', 'сапоги две пары', 'свёрла - десять штук'. */
const inWordsLast = new RegExp(String.raw`^(.*?[^\s\-–—=:,;.(]\.?)(?:\s*[=:,(]\s*|\s[-–—]\s*|\s)(${inWords})\)?$`, 'iu')
/** 'краску, три банки, срочно': before other words packs and measures are written out, too. */
const inWordsInside = new RegExp(
  String.raw`^(.*[^\s,;:–—-])[\s,;:–—-]+(${numeralPattern}\s+(?:${counted}|(?:бан|пач|упаков|короб|канистр)(?:к?[аиуы]|ок|ек)|(?:рулон|комплект|набор|литр|метр|килограмм|ящик|мешк)(?:а|ов)?|ведр[ао]|ведер)[\s,;.!].*)$`,
  'iu',
)
/** '10 (десять) шт' says one number twice. */
const repeatedInWords = new RegExp(String.raw`(${number})((?:\s*${counted})?)\s*\((${numeralPattern})\)`, 'giu')
/** 'молоток - 2 шт, только 600 г': words that narrow down which good is meant. */
const narrowing = /[,;]\s*(?:только|именно|строго|но|если|можно|лучше|не)(?!\p{L})/iu
/** '> 12) ', as a numbered line stands in a letter that is answered. */
const bullet = /^(?:>\s*)*(?:[-–—•*·▪●○◦►+]\s+|\d{1,3}[.)]\s+|(?:\p{Extended_Pictographic}\ufe0f?\s*)+)?/u
/** '[12.11.2026, 10:32] Иван:' and '12.11.2026, 10:32 - Иван:', as messengers copy what was written. */
const sender = /^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?\]?\s*(?:[-–—]\s*)?[^:\n]{1,60}:[ \t]+/gm
/** 'Сапоги 44 р - 1 пара': a size, where pairs follow. */
const sizeOfPairs = String.raw`\d{2}(?:[-–/]\d{2,3})?\s*р\.?(?:\s*[-–—:=,(]\s*|\s+)\d+\s*пар`
/** What a good costs: 'по 250 руб/шт', '× 250 = 1000 ₽'. */
const price = new RegExp(
  String.raw`(?:^|\s+|\s*[,;×xх*@=]\s*)(?:(?:(?:по|за|цена|сумма|на сумму|итого)\s*:?\s*)+|(?!${sizeOfPairs}))${number}\s*(?:(?:руб[а-я]*|р|rub)(?![а-яa-z])\.?|₽)(?:\s*(?:\/|за)\s*(?:шт|ед|кг|м|л|уп)[а-я]*\.?)?|\s*[×xх*]\s*${number}\s*=.*$`,
  'gi',
)
/** Between 'DDF485Z - 4 шт' and what follows in the same line. */
const nextGood = new RegExp(
  String.raw`(?<=\d\s*(?:шт|штук[аи]?|уп|упак|кг|pcs)\.?)\s*[,;]\s*(?=\S)(?!(?:только|именно|строго|но|если|можно|лучше|не)(?!\p{L})|${estimateBehindPattern})`,
  'iu',
)

/** 'DX-1234 x2, АВ-77 x3', 'DX-1234 2, АВ-77 3': between goods of which each has a quantity said alike. */
const alikeCounted = [
  /^[^,;]*\p{L}[^,;]*\s[xх×*]\s?\d+$/iu,
  /^[^,;]*\p{L}[^,;]*\s[-–—]\s?\d+$/iu,
  /^[^,;]*\p{L}[^,;]*\S\s*[:=]\s?\d+$/iu,
  /^[^,;]*\p{L}[^,;]*\(\d+\)$/iu,
  /^(?=\S*\d)(?=\S*\p{L})\S+\s\d+$/u,
] as const

/** '5 шт и …': a second good in the same line, or a name that goes on; only a person knows. */
const joined =
  /\d\s*(?:шт|штук[аи]?|уп|упак|кг|л|м|пар[аы]?|компл|набор|рул|кор|ящ|pcs)(?![а-яёa-z])\.?\s+(?:и|да|плюс|также|а также|ещ[её]|и ещ[её]|\+|&)\s+\S/i
/** A good, not an aside such as 'срочно'. */
const namesGood = /\d|\S\s+\S/
/** A quantity that the line does not say. */
const unknownQuantity: Cell = { shown: '', plain: '?' }

/** Maximum number of goods in one line. */
export const maxGoodsOfLine = 12
/** Longer names of a good are not typed, and would take long to search. */
const longestGood = 400

/** Removes the sender prefixes of messengers. */
export function withoutSenders(text: string): string {
  return text.replace(sender, '')
}

/**
 * A line as people type it into a message: what names a good and how much of it, side by side for each of its goods;
 * one cell where the line says no quantity. What may be a good without a quantity has an unclear one.
 */
export function typedRow(line: string): Cell[] {
  const parts = partsOf(unquoted(line.replace(/\s+/g, ' ').trim()))
  const [first = [''], ...others] = parts.slice(0, maxGoodsOfLine).map((part) => goodOf(part.replace(/\.$/, '')))
  if (others.length === 0) return first
  const rest = parts.slice(maxGoodsOfLine).join(', ')
  const goods = others.flatMap((cells) =>
    shownText(cells[0]) === ''
      ? []
      : cells.length === 1 && namesGood.test(shownText(cells[0]))
        ? [[...cells, unknownQuantity]]
        : [cells],
  )
  const tooMany = rest === '' ? [] : [[rest, unknownQuantity]]
  return [first, ...goods, ...tooMany].flatMap(([good = '', quantity = '']) => [good, quantity])
}

function partsOf(line: string): string[] {
  const parts = line.replace(bullet, '').split(/[,;]\s+/)
  const areAlike = parts.length > 1 && alikeCounted.some((way) => parts.every((part) => way.test(part.trim())))
  return areAlike ? parts : line.split(nextGood)
}

/** Whether most lines say a good and a quantity. */
export function areTypedLines(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== '').map(typedRow)
  return rows.filter(({ length }) => length >= 2).length >= rows.length * 0.6
}

/**
 * Whether every quantity has a unit or a sign ('4 шт', '- 4', '(4)'): a bare number at the end of a line may belong to
 * the name.
 */
export function haveExplicitQuantities(lines: readonly string[]): boolean {
  const counted = lines.filter((line) => typedRow(line).length >= 2)
  return (
    counted.length > 0 &&
    counted.every((line) =>
      quantitiesIn(line).every((quantity) => /[\p{L}~≈]/u.test(quantity) || isBehindSign(line, quantity)),
    )
  )
}

function quantitiesIn(line: string): string[] {
  return typedRow(line)
    .filter((_, index) => index % 2 === 1)
    .map(shownText)
}

function isBehindSign(line: string, quantity: string): boolean {
  const at = line.lastIndexOf(quantity)
  return (
    quantity === '' ||
    /(?:\s[-–—xх×*]|[=:(×*]|\.{2,})\s*$/i.test(line.slice(0, at)) ||
    /^\s*[xх×*]\s/i.test(line.slice(at + quantity.length))
  )
}

function goodOf(text: string): Cell[] {
  if (text.length > longestGood || isMailField(text)) return [text]
  // A line of nothing but a bullet or '👍' is a line all the same.
  const bare = text.trim().replace(bullet, '') || text.trim()
  const line = bare.replace(repeatedInWords, (said, digits: string, unit: string, words: string) =>
    numeralIn(words) === Number(digits) ? `${digits}${unit}` : said,
  )
  const [cutAt = line.length] = Array.from(line.matchAll(price), ({ index }) => index)
  // Behind the price there may be the quantity, or words that say nothing of either.
  const [plain, before] = [line.replace(price, ' '), line.slice(0, cutAt)].map((part) =>
    part
      .replace(/\s+/g, ' ')
      .replace(/[;,!\s]+$/, '')
      .trim(),
  ) as [string, string]
  if (joined.test(plain)) return [plain, unknownQuantity]
  const cancelled = cancelledGood(plain)
  if (cancelled && !counting(cancelled.name)) return [cancelled.name, { shown: cancelled.remark, plain: '?' }]
  if (sizesCounted.test(plain)) return [plain, unknownQuantity]
  return (
    (narrowing.test(plain) ? countingUnclearly(plain) : undefined) ??
    estimating(plain) ??
    counting(plain) ??
    countingInWords(plain) ??
    counting(before) ??
    countingUnclearly(plain) ??
    (countedInside.test(plain) ? [plain, unknownQuantity] : [plain])
  )
}

/** A quantity that only a person can tell, with what it is likely to be. */
function countingUnclearly(line: string): Cell[] | undefined {
  const [, times, multipliedName] = multiplied.exec(line) ?? []
  if (times !== undefined && multipliedName !== undefined) return [multipliedName, unclear(times, times)]
  const [, named, words] = inWordsInside.exec(line) ?? []
  if (named !== undefined && words !== undefined) return [named, inDoubt(words)]
  const [, name, said, digits] = countedAside.exec(line) ?? []
  return name === undefined || said === undefined || digits === undefined
    ? undefined
    : [name.trim(), unclear(said, digits)]
}

function unclear(shown: string, digits: string): Cell {
  return { shown, plain: `${digits} ?` }
}

/** Undefined: the line says no quantity at its beginning or end. */
function counting(line: string): Cell[] | undefined {
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
  // Whatever the name ends with: 'Саморез 5, - 1 кг'.
  const { index = 0, 0: end = '' } = countedLast.exec(line) ?? {}
  const name = line.slice(0, index).replace(/[\s,;:]+$/, '')
  return name === '' ? undefined : [name, end.replace(/^[\s=:–—-]+/, '')]
}

/** 'молоток ~10', and 'пару молотков' unless a number of pieces follows. */
function estimating(line: string): Cell[] | undefined {
  const [, name, said] = estimateLast.exec(line) ?? []
  if (name !== undefined && said !== undefined) return [name.trim(), inDoubt(said)]
  const [, first, named] = estimateFirst.exec(line) ?? []
  return first === undefined || named === undefined || countedLast.test(named) ? undefined : [named, inDoubt(first)]
}

function countingInWords(line: string): Cell[] | undefined {
  const [, name, said] = inWordsLast.exec(line) ?? []
  return name === undefined || said === undefined ? undefined : [name.trim(), inDoubt(said)]
}

function inDoubt(said: string): Cell {
  const shown = said.trim()
  return parseQuantityText(shown) === 'unclear' ? shown : { shown, plain: `${shown} ?` }
}

/** A cell that held a tab, a quote or a line break is quoted when it is pasted. */
function unquoted(line: string): string {
  return /^"(?:[^"]|"")*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"').trim() : line
}
