import { paginationCells } from '#shared/constants.ts'

/** A page number, or a gap. */
export type PagerCell = number | 'gap'

/**
 * Cells of a pagination [N.3]: all pages while they fit into `max` cells, else the first, the last and the neighbours
 * of the current one, always exactly `max` cells and never fewer than 7.
 */
export function pagerCells(page: number, pages: number, max: number = paginationCells.max): PagerCell[] {
  const cells = Math.max(max, paginationCells.min)
  if (pages <= cells) return range(1, pages)
  const middle = cells - 4
  const atStart = page <= middle
  const atEnd = page > pages - middle
  if (atStart) return [...range(1, cells - 2), 'gap', pages]
  if (atEnd) return [1, 'gap', ...range(pages - cells + 3, pages)]
  const from = page - Math.floor((middle - 1) / 2)
  return [1, 'gap', ...range(from, from + middle - 1), 'gap', pages]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
