import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagerCells } from './pager-cells.ts'

test('[N.3] shows all pages while they fit into 11 cells', () => {
  expect(pagerCells(1, 1)).toEqual([1])
  expect(pagerCells(4, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('[N.3] of more pages it shows 11 cells around the current one, 7 at the least', () => {
  expect(pagerCells(1, 158)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 'gap', 158])
  expect(pagerCells(80, 158)).toEqual([1, 'gap', 77, 78, 79, 80, 81, 82, 83, 'gap', 158])
  expect(pagerCells(158, 158)).toEqual([1, 'gap', 150, 151, 152, 153, 154, 155, 156, 157, 158])
  expect(pagerCells(80, 158, 7)).toEqual([1, 'gap', 79, 80, 81, 'gap', 158])
  expect(pagerCells(80, 158, 3)).toHaveLength(7)
})

test('any page is among its cells, which grow, and a gap leaves out at least one page', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(7, 9, 11),
      (one, other, most) => {
        const [page, pages] = [Math.min(one, other), Math.max(one, other)]
        const cells = pagerCells(page, pages, most)
        const numbers = cells.filter((cell) => cell !== 'gap')
        expect(cells).toHaveLength(Math.min(pages, most))
        expect(numbers).toContain(page)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        cells.forEach((cell, index) => {
          if (cell === 'gap') expect(Number(cells[index + 1]) - Number(cells[index - 1])).toBeGreaterThan(1)
        })
      },
    ),
  )
})
