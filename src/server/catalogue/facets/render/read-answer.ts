import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import type { Pagination } from '#server/platform/pagination.ts'

/** A good as written by the renderer; lists of goods pass it on unchanged. */
export type RenderedRow = ProductRow

export type RenderedGoods = { rows: RenderedRow[]; pagination: Pagination; suggestion: string | null }

/** Parses the goods of a rendered answer, for lists that wrap them in a different reply. */
export function readAnswer(answer: Buffer): RenderedGoods {
  // Safe: the renderer writes exactly this shape.
  const { products, pagination, suggestion } = JSON.parse(answer.toString('utf8')) as FilterReply
  const { page, perpage: perPage, pages, total } = pagination
  return { rows: products, pagination: { page, perPage, pages, total }, suggestion }
}
