import { dateCell, percentCell, timeCell, type Cell } from './cells.ts'
import { groupNames, noiseHeadings, type Noise } from './headings.ts'
import type { Random } from './random.ts'
import type { CatalogueGood } from './types.ts'

/** Data of a row for the columns beside the order. */
export type RowFacts = { good: CatalogueGood | null; units: number | null; rowIndex: number }

/** A column beside the order: its heading, and its cells. */
export type NoiseColumn = { noise: Noise; heading: string; cell: (facts: RowFacts) => Cell }

export function noiseColumn(random: Random, noise: Noise): NoiseColumn {
  const writers: Record<Noise, () => (facts: RowFacts) => Cell> = {
    number:
      () =>
      ({ rowIndex }) =>
        rowIndex + 1,
    price: () => {
      const style = random.integer(0, 3)
      return ({ good }) => priceCell(good?.price ?? random.integer(10, 5000), style)
    },
    sum:
      () =>
      ({ good, units }) =>
        units === null ? null : Math.round((good?.price ?? 100) * units * 100) / 100,
    unit:
      () =>
      ({ good }) =>
        good?.unit ?? 'шт',
    stock: () => {
      const words = random.chance(0.3)
      return ({ good }) =>
        words
          ? random.pick(['более 50', 'мало', 'есть', '>100', 'нет', 7])
          : Math.round(good?.available ?? random.integer(0, 300))
    },
    packing: () => {
      const constant = random.chance(0.3) ? random.pick([10, 12, 50]) : undefined
      return ({ good }) =>
        constant ?? (good && good.step > 1 ? good.step : random.pick([1, 5, 6, 10, 24, '10 шт', '1/50']))
    },
    least: () => {
      const constant = random.chance(0.6) ? random.pick([1, 5, 10]) : undefined
      return () => constant ?? random.pick([1, 2, 10, 100])
    },
    sold: () => () => (random.chance(0.2) ? null : random.integer(0, 90)),
    delivered: () => () => (random.chance(0.6) ? null : random.integer(1, 30)),
    year: () => () => random.pick([2023, 2024, 2025, 2026]),
    vat: () => {
      const rate = random.pick<Cell>([22, '22%', percentCell(0.22), '20%', 'Без НДС'])
      return () => rate
    },
    phone: () => () => random.pick([79_161_234_567, '8 (495) 730-15-20', '+7 916 765-43-21', null]),
    date: () => {
      const real = random.chance(0.6)
      return () =>
        real
          ? dateCell(2026, random.integer(1, 12), random.integer(1, 28), 'dd.mm.yyyy')
          : `${random.integer(10, 28)}.11.2026`
    },
    time: () => () => timeCell(random.integer(0, 23), random.integer(0, 59)),
    weight: () => () => random.integer(1, 9000) / 1000,
    brand:
      () =>
      ({ good }) =>
        good?.brand || null,
    comment: () => () =>
      random.chance(0.8)
        ? null
        : random.pick(['срочно', 'можно аналог', '2 шт в чёрном', 'как в прошлый раз', 'уточнить цену', '5']),
    category: () => {
      const groups = [random.pick(groupNames), random.pick(groupNames)].map((name) => name.trim())
      return () => random.pick(groups)
    },
    discount: () => {
      const rate = random.pick<Cell>([5, 10, '7%', percentCell(0.05), 0])
      return () => rate
    },
    orderNumber: () => {
      const number = random.integer(1000, 9999)
      return () => number
    },
    country: () => () => random.pick(['Россия', 'Китай', '10702070/150326/0012345', 'Германия']),
  }
  return { noise, heading: random.pick<string>(noiseHeadings[noise]), cell: writers[noise]() }
}

function priceCell(price: number, style: number): Cell {
  const shown = price.toFixed(2)
  if (style === 0) return price
  if (style === 1) return `${shown.replace('.', ',')}руб`
  if (style === 2) return `${Math.trunc(price).toLocaleString('ru-RU')},${shown.slice(-2)}`
  return { value: price, format: '#,##0.00', shown: shown.replace('.', ',') }
}
