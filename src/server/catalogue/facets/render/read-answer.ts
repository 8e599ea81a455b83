import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import type { Pagination } from '#server/platform/pagination.ts'

/** A good as the renderer writes it for the wire; lists of goods pass it on unread. */
export type RenderedRow = ProductRow

export type RenderedGoods = { rows: RenderedRow[]; pagination: Pagination; suggestion: string | null }

/** The goods of a rendered answer, for lists that put their own frame around them. */
export function readAnswer(answer: Buffer): RenderedGoods {
  // Our own renderer wrote it in this very shape.
  const { products, pagination, suggestion } = JSON.parse(answer.toString('utf8')) as FilterReply
  const { page, perpage: perPage, pages, total } = pagination
  return { rows: products, pagination: { page, perPage, pages, total }, suggestion }
}
