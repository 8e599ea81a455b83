import { utils, write, type BookType } from '@e965/xlsx'
import { addDays, formatDay, type Day } from '#shared/rules/dates.ts'
import type { LedgerInput } from '../ledger.ts'
import type { Grid } from '../price-sheets.ts'

export type Random = { int: (min: number, max: number) => number; of: <Item>(items: readonly Item[]) => Item }

/** Deterministic by seed, so that a failure can be reproduced. */
export function randomOf(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const int = (min: number, max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return min + Math.floor((state / 2 ** 32) * (max - min + 1))
  }
  return { int, of: (items) => items[int(0, items.length - 1)] as (typeof items)[number] }
}

/** A document or payment: the amount it adds to the buyer's debt. */
type Line = { day: Day; number: string; kopecks: number }
type OwnLine = { day: Day; text: string; kopecks: number }

export type SampleBooks = {
  /** The supplier's ledger: 200 lines over 31 days. */
  entries: LedgerInput[]
  file: { name: string; bytes: Buffer }
  /** `outcome title` of the five planted differences, sorted. */
  planted: string[]
  /** Documents posted in parts, together, on other days or cancelled: listed, but not differences. */
  notes: number
}

/** A buyer's ledger of the same 200 lines in another program's format, with five planted differences. */
export function createBooks(seed: number, first: Day): SampleBooks {
  const random = randomOf(seed)
  const lines = Array.from({ length: 200 }, (_, n): Line => ({
    day: addDays(first, Math.floor(n / 6.6)),
    number: String(4100 + n),
    kopecks: (n % 3 === 2 ? -1 : 1) * random.int(10_000, 90_000_000),
  }))
  const spell = spellingOf(random)
  const own: OwnLine[] = []
  const planted: string[] = []
  let notes = 0
  const middle = addDays(first, 15)
  const inPeriod = (day: Day, days: number) => addDays(day, day < middle ? days : -days)
  const titleOf = ({ number, kopecks }: Line) => `${kopecks > 0 ? 'УПД' : 'Платёж'} ${number}`
  const numbered = (line: Line, kopecks = line.kopecks, day = line.day) => ({
    day,
    text: spell.numbered(line),
    kopecks,
  })
  // Far apart, so that no change affects another's document.
  const changes: ((line: Line, next: Line) => OwnLine[])[] = [
    (line, next) => {
      planted.push(`sum ${titleOf(line)}`)
      return [numbered(line, line.kopecks + Math.sign(line.kopecks) * random.int(1, 5000)), numbered(next)]
    },
    (line, next) => {
      planted.push(`date ${titleOf(line)}`)
      return [numbered(line, line.kopecks, inPeriod(line.day, random.of([4, 5, 6, 9]))), numbered(next)]
    },
    (line, next) => {
      planted.push(`absentTheirs ${titleOf(line)}`)
      return [numbered(next)]
    },
    (line, next) => {
      const text = 'Корректировка долга 77001'
      planted.push(`absentOurs ${text}`)
      return [numbered(line), numbered(next), { day: line.day, text, kopecks: -77_777_777 }]
    },
    (line, next) => {
      planted.push(`side ${titleOf(line)}`)
      return [numbered(line, -line.kopecks), numbered(next)]
    },
    ...Array.from({ length: 3 }, () => (line: Line, next: Line) => {
      notes += 1
      return [...split(random, line.kopecks).map((part) => numbered(line, part)), numbered(next)]
    }),
    (line, next) => {
      notes += 1
      return [
        ...split(random, line.kopecks).map((kopecks) => ({ day: line.day, text: spell.bare(line), kopecks })),
        numbered(next),
      ]
    },
    (line, next) => {
      notes += 1
      return [numbered(line, line.kopecks, inPeriod(line.day, random.of([1, 2, 3]))), numbered(next)]
    },
    (line, next) => {
      notes += 1
      const storno = { day: line.day, text: 'Операция БП-000900', kopecks: 1_234_567 }
      return [numbered(line), numbered(next), storno, { ...storno, kopecks: -storno.kopecks }]
    },
  ]
  const indexes = spread(random, changes.length)
  const merged = new Set([186, 187, 189, 190, 192])
  for (let n = 0; n < lines.length; n += 1) {
    const line = lines[n] as Line
    const change = changes[indexes.indexOf(n)]
    if (change) {
      own.push(...change(line, lines[(n += 1)] as Line))
    } else if (!merged.has(n)) {
      own.push(random.int(0, 3) === 0 ? { ...numbered(line), text: spell.bare(line) } : numbered(line))
    }
  }
  // Five documents of two days in one line that lists them.
  const together = [...merged].map((n) => lines[n] as Line)
  const sum = together.reduce((all, { kopecks }) => all + kopecks, 0)
  own.push({
    day: (together[0] as Line).day,
    text: `Поступление УПД ${together.map(({ number }) => number).join(', ')}`,
    kopecks: sum,
  })
  notes += 1
  return {
    entries: lines.map(({ day, number, kopecks }) => ({
      day,
      number,
      ...(kopecks > 0 ? { debit: kopecks } : { kind: 'payment', credit: -kopecks }),
    })),
    file: fileOf(random, own),
    planted: planted.toSorted(),
    notes,
  }
}

/** Indexes of changes among the first 180 lines, 15 apart and shuffled by seed. */
function spread(random: Random, count: number): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index * 15 + random.int(0, 12))
  for (let at = indexes.length - 1; at > 0; at -= 1) {
    const other = random.int(0, at)
    ;[indexes[at], indexes[other]] = [indexes[other] as number, indexes[at] as number]
  }
  return indexes
}

function split(random: Random, kopecks: number): number[] {
  const part = Math.trunc((kopecks * random.int(20, 40)) / 100)
  return random.of([
    [part, kopecks - part],
    [part, part + 1, kopecks - 2 * part - 1],
  ])
}

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const inWords = (day: Day) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)} г.`

/** How a program identifies documents: by the supplier's number, or only by its own. */
function spellingOf(random: Random) {
  let own = 0
  const zeros = (number: string) => number.padStart(6, '0')
  const styles: ((line: Line) => string)[] = [
    ({ number }) => `УПД № ${number}`,
    ({ number }) => number,
    ({ number, day }) => `Поступление (акт, накладная, УПД) 0000-${zeros(number)} от ${formatDay(day)} 12:00:00`,
    ({ number, day }) => `Приход, накл. ОП${zeros(number)} от ${inWords(day)}`,
    ({ number, day }) => `вх. д. №${number} от ${formatDay(day).slice(0, 6)}${day.slice(2, 4)}`,
    ({ number }) => `ЦБ-${zeros(number)}/1`,
  ]
  return {
    numbered: (line: Line) => random.of(styles)(line),
    bare: ({ kopecks }: Line) =>
      `${kopecks > 0 ? 'Операция' : 'Списание с расчётного счёта'} БП-${zeros(String(500 + (own += 1)))}`,
  }
}

const moneyStyles: ((kopecks: number) => string | number)[] = [
  (kopecks) => kopecks / 100,
  (kopecks) => `${whole(kopecks, '\u00a0')},${cents(kopecks)}`,
  (kopecks) => `${whole(kopecks, ' ')}.${cents(kopecks)} руб.`,
  (kopecks) => `${whole(kopecks, '.')},${cents(kopecks)}`,
  (kopecks) => `${whole(kopecks, ',')}.${cents(kopecks)}`,
  (kopecks) => `${whole(kopecks, "'")}-${cents(kopecks)}`,
  (kopecks) => `${whole(kopecks, '')}=${cents(kopecks)}`,
  (kopecks) => `${whole(kopecks, ' ')} руб. ${cents(kopecks)} коп.`,
]
const whole = (kopecks: number, separator: string) =>
  String(Math.trunc(kopecks / 100)).replace(/\B(?=(\d{3})+$)/g, separator)
const cents = (kopecks: number) => String(kopecks % 100).padStart(2, '0')

const dayStyles: ((day: Day) => string)[] = [
  formatDay,
  (day) => `${formatDay(day).slice(0, 6)}${day.slice(2, 4)}`,
  inWords,
  (day) => `${formatDay(day)} 0:00:00`,
  (day) => day,
]

type Cells = { day: string; text: string; debit: string | number; credit: string | number }

const layouts: ((lines: Cells[]) => Grid)[] = [
  (lines) => [
    ['ООО "Вектор"'],
    ['Карточка счета 60'],
    ['Период', 'Документ', 'Аналитика', 'Дебет', 'Кредит', 'Текущее сальдо'],
    ['Сальдо на начало', '', '', '', '', ''],
    ...lines.map(({ day, text, debit, credit }) => [day, text, 'Опт', debit, credit, '']),
    ['Обороты за период и сальдо на конец', '', '', 1, 1, ''],
  ],
  (lines) => [
    ['Акт сверки взаимных расчётов'],
    ['По данным ООО «Вектор», руб.', '', '', '', '', 'По данным ООО «Опт», руб.', '', '', '', ''],
    ['№ п/п', 'Дата', 'Документ', 'Дебет', 'Кредит', '№ п/п', 'Дата', 'Документ', 'Дебет', 'Кредит'],
    ...lines.map(({ day, text, debit, credit }, n) => [n + 1, day, text, debit, credit, '', '', '', '', '']),
    ['', '', 'Обороты за период', 1, 1, '', '', '', '', ''],
  ],
  (lines) => [
    ['Дата', 'Операция', 'Дт', 'Кт'],
    ...lines.map(({ day, text, debit, credit }) => [day, text, debit, credit]),
    ['Итого', '', 1, 1],
  ],
]

function fileOf(random: Random, lines: readonly OwnLine[]): SampleBooks['file'] {
  const [money, dayOf] = [random.of(moneyStyles), random.of(dayStyles)]
  const type: BookType = random.of(['xlsx', 'xlsx', 'xls', 'csv'] as const)
  const cells = lines
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, text, kopecks }): Cells => ({
      day: dayOf(day),
      text,
      // In the buyer's ledger payments are a debit.
      debit: kopecks < 0 ? money(-kopecks) : '',
      credit: kopecks > 0 ? money(kopecks) : '',
    }))
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet(
      random
        .of(layouts)(cells)
        .map((row) => [...row]),
    ),
    'Лист1',
  )
  return { name: `Сверка.${type}`, bytes: Buffer.from(write(book, { type: 'buffer', bookType: type }) as Uint8Array) }
}
