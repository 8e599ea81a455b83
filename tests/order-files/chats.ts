import { keyOf, type CatalogueIndex } from './catalogue-index.ts'
import { damagedName, foreignName } from './damaged-texts.ts'
import { pickGood } from './lines.ts'
import { orderedUnits } from './quantities.ts'
import { weighted, type Random } from './random.ts'
import { emptySheet, type Sheet } from './sheets.ts'
import type { RowTruth } from './tables.ts'

const greetings = [
  'Добрый день!',
  'Здравствуйте, нужно на завтра:',
  'Привет, запишите',
  'Коллеги, прошу счёт на:',
  'Заказ от Вектора',
] as const
const closings = [
  'Спасибо!',
  'Ждём счёт',
  'Доставка на Складочную',
  'С уважением, Павел',
  'тел 8 916 123 45 67',
] as const

/** A chat message: one line per good, without a table. */
export function chat(random: Random, index: CatalogueIndex, rows: number): Sheet {
  const sheet = emptySheet('')
  if (random.chance(0.7)) sheet.grid.push([random.pick(greetings)], ...(random.chance(0.5) ? [[]] : []))
  const bullet = random.pick(['', '', '- ', '• ', 'number'])
  for (let rowIndex = 0; rowIndex < rows; rowIndex += 1) {
    const { text, truth } = chatLine(random, index)
    sheet.grid.push([`${bullet === 'number' ? `${rowIndex + 1}. ` : bullet}${text}`])
    sheet.truth.push({ ...truth, row: sheet.grid.length })
    if (random.chance(0.05)) sheet.grid.push([])
  }
  if (random.chance(0.6)) sheet.grid.push([random.pick(closings)])
  return sheet
}

/** A reply: an order, and below it a quoted earlier one. */
export function quotedMessage(random: Random, index: CatalogueIndex, rows: number): Sheet {
  const sheet = chat(random, index, rows)
  const lines = sheet.truth.map(({ row }) => sheet.grid[row - 1]?.[0]).filter((line) => typeof line === 'string')
  const sign = random.pick(['> ', '> ', '>> ', ''])
  sheet.grid.push([], ['22.11.2026 10:15, Иван Петров пишет:'])
  for (const line of lines.slice(0, random.integer(1, lines.length))) {
    sheet.grid.push([`${sign}${line}`])
    const truth: RowTruth = { kind: 'question', meant: null, quantity: null, note: 'quoted line' }
    sheet.truth.push({ ...truth, row: sheet.grid.length })
  }
  return sheet
}

function chatLine(random: Random, index: CatalogueIndex): { text: string; truth: RowTruth } {
  const good = pickGood(random, index, { named: false })
  const units = orderedUnits(random, good)
  const way = weighted(random, { article: 42, name: 24, damaged: 18, unknown: 6, several: 4, words: 6 })
  const sole = index.byArticul(good.articul).size === 1
  const clear =
    sole &&
    !index.isAlsoOf(good.articul, good.id) &&
    !/^\d{1,5}$/.test(keyOf(good.articul)) &&
    keyOf(good.articul).length > 2
  const number = String(units).replace('.', ',')
  if (way === 'article') {
    const lines = [
      `${good.articul} - ${number} ${good.unit}`,
      `${good.articul}\t${number}`,
      `${good.articul} — ${number} ${good.unit}`,
      `${good.articul}: ${number}${good.unit}`,
      `${number} ${good.unit} ${good.articul}`,
    ]
    // 'VTp.790.0.20 5' is ambiguous; with a unit or a tab it is not.
    const truth: RowTruth = {
      kind: clear ? 'clear' : 'question',
      meant: sole ? good.id : null,
      quantity: units,
      note: clear ? 'article in a message' : 'short article in a message',
    }
    return { text: random.pick(lines), truth }
  }
  if (way === 'unknown')
    return {
      text: `${foreignName(random)} - ${number} шт`,
      truth: { kind: 'question', meant: null, quantity: units, note: 'not our good' },
    }
  if (way === 'words') {
    const truth: RowTruth = { kind: 'question', meant: null, quantity: null, note: 'quantity in words in a message' }
    return { text: inWords(random, random.chance(0.5) ? good.name : good.articul), truth }
  }
  if (way === 'several') {
    const other = random.pick(index.goods)
    return {
      text: `${good.name} ${number} ${good.unit} и ${other.name}`,
      truth: { kind: 'question', meant: null, quantity: null, note: 'two goods in a line' },
    }
  }
  const damaged = way === 'damaged' ? damagedName(random, good.name) : { text: good.name, note: 'name in a message' }
  const exact = index.byName(damaged.text)
  const possible = exact.size > 0 ? exact : index.withWords(damaged.text)
  const certain = possible.size === 0 || (possible.size === 1 && possible.has(good.id))
  const [identified, ...more] = new Set([...index.byWords(damaged.text), ...index.spelledIn(damaged.text, possible)])
  const isIdentified = certain || (identified === good.id && more.length === 0)
  const ending = random.pick([
    ` - ${number} ${good.unit}`,
    ` — ${number} ${good.unit}`,
    ` ${number} ${good.unit}`,
    `, ${number} ${good.unit}.`,
  ])
  const truth: RowTruth = {
    kind: certain && way === 'name' ? 'clear' : 'question',
    meant: isIdentified ? good.id : null,
    quantity: units,
    note: damaged.note,
  }
  return { text: damaged.text + ending, truth }
}

/** How much of a good as people say it: in words, or as an estimate. */
function inWords(random: Random, named: string): string {
  const words = random.pick(['шесть', 'пару', 'десяток', 'двадцать пять', 'дюжину', 'полсотни', 'один', 'пять-шесть'])
  const number = random.integer(2, 60)
  const estimate = random.pick([
    `~${number}`,
    `около ${number}`,
    `примерно ${number} шт`,
    `штук ${words}`,
    `${number} шт примерно`,
    `не менее ${number}`,
    `${number}-${number + 3} шт`,
  ])
  return random.pick([
    `${named} ${words}`,
    `${named} - ${words} штук`,
    `${words} ${named}`,
    `${named} ${estimate}`,
    `${named} - ${estimate}`,
  ])
}
