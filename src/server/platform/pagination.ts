/** Page of a list, and the number of pages. On the wire: `shapePagination`. */
export type Pagination = { page: number; perPage: number; pages: number; total: number }

type PageRequest = { page: number; perPage: number }

/** There is at least one page; a page beyond the end is empty. */
export function paginationOf({ page, perPage }: PageRequest, total: number): Pagination {
  return { page, perPage, pages: Math.max(1, Math.ceil(total / perPage)), total }
}

/** The same, but a page beyond the end becomes the last one. */
export function clampedPagination(requested: PageRequest, total: number): Pagination {
  const pagination = paginationOf(requested, total)
  return { ...pagination, page: Math.min(requested.page, pagination.pages) }
}

export function limitAndOffset({ page, perPage }: PageRequest): { offset: number; limit: number } {
  return { offset: (page - 1) * perPage, limit: perPage }
}
