import { countedCell, dateCell, percentCell, thousandthsCell, timeCell, type Cell } from './cells.ts'
import { weighted, type Random } from './random.ts'
import type { CatalogueGood } from './types.ts'

/** A quantity in a cell. `value` null: ambiguous; 0: nothing is ordered. */
export type WrittenQuantity = { cell: Cell; value: number | null; note: string }

/** Number format of a whole column. */
export type QuantityStyle = 'numbers' | 'texts' | 'thousandths' | 'units' | 'formats'

/** An ordered quantity: usually a multiple of the step, sometimes not. */
export function orderedUnits(random: Random, good: CatalogueGood | null): number {
  const step = good?.step ?? 1
  if (step < 1) return step * random.integer(1, 40)
  if (step > 1 && random.chance(0.7)) return step * random.integer(1, 6)
  return random.chance(0.05) ? random.integer(1000, 4000) : random.integer(1, random.chance(0.5) ? 12 : 150)
}

export function writeQuantity(
  random: Random,
  units: number,
  { good, style }: { good: CatalogueGood | null; style: QuantityStyle },
): WrittenQuantity {
  const plain = { value: units, note: '' }
  if (style === 'thousandths') return { ...plain, cell: thousandthsCell(units) }
  if (style === 'units' && good)
    return { ...plain, cell: `${spaced(units)}${random.pick([' ', ''])}${good.unit}${random.pick(['', '', '.'])}` }
  if (style === 'formats' && good) return { ...plain, cell: countedCell(units, good.unit) }
  if (style === 'texts') return { ...plain, cell: random.chance(0.2) ? ` ${spaced(units)} ` : spaced(units) }
  return { ...plain, cell: units }
}

const unusualQuantities = {
  date: 4,
  textDate: 2,
  time: 1,
  percent: 1,
  plus: 2,
  range: 2,
  half: 1,
  fraction: 1,
  packs: 3,
  more: 1,
  words: 2,
  product: 1,
  negative: 1,
  formulaText: 1,
  both: 1,
  formats: 2,
  takenBack: 2,
  letters: 1,
} as const

/** A quantity that a clerk has to ask about. */
export function unusualQuantity(random: Random, good: CatalogueGood | null): WrittenQuantity {
  const way = weighted(random, unusualQuantities)
  const [few, more] = [random.integer(1, 9), random.integer(10, 31)]
  const cells: Record<keyof typeof unusualQuantities, () => Cell> = {
    date: () => dateCell(2026, random.integer(1, 12), random.integer(1, 12), random.pick(['dd.mm.yyyy', 'dd.mmm'])),
    textDate: () =>
      random.pick(['01.май', '5.янв', '02.05.2026', '10 мар', '03.07', '1/5/2026', '12-июн', '2026-05-01']),
    time: () => random.pick([timeCell(few, 30), `${more}:00`, '9:15']),
    percent: () => random.pick([percentCell(few / 10), `${more}%`]),
    plus: () => random.pick([`${few} ${good?.unit ?? 'шт'} + 1`, `${few}+${more}`, `${few} + ${few}`]),
    range: () => random.pick([`${few}-${more}`, `${few} – ${more}`, `от ${few} до ${more}`, `${few}...${more}`]),
    half: () => random.pick(['½', `${few}½`, '¼']),
    fraction: () => random.pick(['1/2', `${few}/${more}`]),
    packs: () => `${few} ${random.pick(['уп', 'уп.', 'кор', 'упак.', 'ящ', 'паллета', 'меш.'])}`,
    more: () => random.pick([`более ${more}`, `>${more}`, `~${more}`, `до ${more}`, `не менее ${more}`, `${more}+`]),
    words: () =>
      random.pick(['много', 'по остатку', 'пачка', 'десяток', 'всё что есть', '?', 'ххх', 'несколько', 'да']),
    product: () => random.pick([`${few}х${more}`, `${few}*${more}`, `${few} x ${more}`]),
    negative: () => random.pick([-few, `-${few}`, `(${few})`]),
    formulaText: () => random.pick(['#ССЫЛКА!', '#Н/Д', '#REF!', '#ЗНАЧ!']),
    formats: () => countedCell(few, random.pick(['упак', 'кор.', 'тыс. шт', 'кор (по 10)', 'ящ'])),
    takenBack: () =>
      random.pick([`минус ${few}`, `${few} нет`, `уже заказал ${few}`, `${few} убрать`, `${few} вместо ${more}`]),
    letters: () => random.pick([`${few}O`, `${few}О`, `1O${few}`]),
    both: () => random.pick([`${few} (${more})`, `${few}; ${more}`, `${few} или ${more}`, `${more} -> ${few}`]),
  }
  return { cell: cells[way](), value: null, note: `quantity ${way}` }
}

/** A cell without an order. */
export function noQuantity(random: Random): Cell {
  return random.chance(0.8) ? null : random.pick([0, '0', '-', '—', ' '])
}

function spaced(value: number): string {
  const [whole = '', part] = String(value).split('.')
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ') + (part === undefined ? '' : `,${part}`)
}
