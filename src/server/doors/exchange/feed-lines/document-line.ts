import * as z from 'zod/mini'
import { documentKindNames, edoStateNames } from '#shared/rules/documents/shipping-documents.ts'
import { code, day, kopecks, text } from './fields.ts'

/** Size of the decoded PDF; base64 is a third longer. */
export const maxPdfBytes = 10 * 1024 * 1024
export const maxDocumentLineBytes = Math.ceil((maxPdfBytes * 4) / 3) + 100_000

/** A document with its PDF. Without PDF an existing document keeps its own. */
export const documentLine = z.object({
  id: code,
  contract: code,
  kind: z.enum(documentKindNames, 'Вид документа не из списка'),
  document: z.optional(text(100)),
  number: text(100).check(z.minLength(1, 'Номер документа пуст')),
  date: day,
  sum: z.optional(z.nullable(kopecks)),
  vat: z.optional(z.nullable(kopecks)),
  order: z.optional(text(200)),
  basis: z.optional(text(1000)),
  edo: z.optional(z.nullable(z.enum(edoStateNames, 'Состояние ЭДО не из списка'))),
  edoDate: z.optional(z.nullable(day)),
  edoBy: z.optional(text(200)),
  validTo: z.optional(z.nullable(day)),
  /** Base64. */
  pdf: z.optional(z.string('PDF не текст base64')),
})
export type DocumentLine = z.output<typeof documentLine>
