import { expect, test } from 'vitest'
import { matchLines, type CurrentLine } from './match-lines.ts'

const line = (position: number, warehouseId: number, own: Partial<CurrentLine> = {}): CurrentLine => ({
  position,
  warehouseId,
  productId: 7,
  code1c: 'good',
  quantityMilli: 2000,
  priceKopecks: 10_000,
  sumKopecks: 15_000,
  shippedMilli: 0,
  cancelled: false,
  reservedMilli: 2000,
  ...own,
})
const row = (quantityMilli: number, priceKopecks?: number) => ({
  code: 'good',
  name: '',
  service: false,
  quantityMilli,
  priceKopecks,
  sumKopecks: undefined,
  warehouse: '',
  shippedMilli: undefined,
})
const inputsFor = (lines: CurrentLine[], rows: ReturnType<typeof row>[]) => [
  ...matchLines(lines, rows, () => undefined).inputs.values(),
]

test('an unchanged line keeps 1C’s discount; a changed one costs price × quantity', () => {
  expect(inputsFor([line(1, 1)], [row(2000)])).toMatchObject([{ sumKopecks: 15_000 }])
  expect(inputsFor([line(1, 1)], [row(2000, 10_000)])).toMatchObject([{ sumKopecks: 15_000 }])
  expect(inputsFor([line(1, 1)], [row(1000)])).toMatchObject([{ sumKopecks: 10_000 }])
  expect(inputsFor([line(1, 1)], [row(2000, 9000)])).toMatchObject([{ sumKopecks: 18_000 }])
})

test('of two lines of a good only the changed one loses its discount', () => {
  expect(inputsFor([line(1, 1), line(2, 2)], [row(3000)])).toMatchObject([
    { quantityMilli: 2000, sumKopecks: 15_000 },
    { quantityMilli: 1000, sumKopecks: 10_000 },
  ])
})
