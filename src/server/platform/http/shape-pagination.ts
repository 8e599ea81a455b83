import type * as z from 'zod/mini'
import type { pagination } from '#shared/api/wire.ts'
import type { Pagination } from '#server/platform/pagination.ts'

export function shapePagination({ page, perPage, pages, total }: Pagination): z.output<typeof pagination> {
  return { page, perpage: perPage, pages, total }
}
