import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagerCells } from './pager-cells.ts'

test('[N.3] all pages are shown while they fit into 11 cells', () => {
  expect(pagerCells(1, 1)).toEqual([1])
  expect(pagerCells(4, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('[N.3] of more pages 11 cells around the current one are shown, or at least 7', () => {
  expect(pagerCells(1, 158)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 'gap', 158])
  expect(pagerCells(80, 158)).toEqual([1, 'gap', 77, 78, 79, 80, 81, 82, 83, 'gap', 158])
  expect(pagerCells(158, 158)).toEqual([1, 'gap', 150, 151, 152, 153, 154, 155, 156, 157, 158])
  expect(pagerCells(80, 158, 7)).toEqual([1, 'gap', 79, 80, 81, 'gap', 158])
  expect(pagerCells(80, 158, 3)).toHaveLength(7)
})

test('cells are ascending, contain the current page, and each gap stands for at least one page', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(7, 9, 11),
      (one, other, maxCells) => {
        const [page, pages] = [Math.min(one, other), Math.max(one, other)]
        const cells = pagerCells(page, pages, maxCells)
        const numbers = cells.filter((cell) => cell !== 'gap')
        expect(cells).toHaveLength(Math.min(pages, maxCells))
        expect(numbers).toContain(page)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        cells.forEach((cell, index) => {
          if (cell === 'gap') expect(Number(cells[index + 1]) - Number(cells[index - 1])).toBeGreaterThan(1)
        })
      },
    ),
  )
})
