import * as z from 'zod/mini'
import { code, day, kopecks, nonNegativeKopecks, positiveMilli, text } from './fields.ts'

const settlements = z
  .array(z.object({ document: code, sum: nonNegativeKopecks }), 'Нужен список документов')
  .check(z.maxLength(10_000, 'Больше 10000 документов'))

const good = z
  .object({
    product: z.optional(code),
    articul: z.optional(text(200)),
    name: z.optional(text(1000)),
    unit: z.optional(text(50)),
    quantity: positiveMilli,
    sum: nonNegativeKopecks,
    vat: z.optional(nonNegativeKopecks),
  })
  .check(z.refine(({ product = '', name = '' }) => product + name !== '', 'Нет ни Ид, ни наименования товара'))

/** A document in a contract's ledger. */
export const ledgerLine = z
  .object({
    id: code,
    contract: code,
    kind: z.enum(
      ['opening', 'sale', 'return', 'correction', 'payment', 'refund', 'offset'],
      'Вид операции не из списка',
    ),
    document: z.optional(text(100)),
    number: text(100),
    date: day,
    debit: z.optional(kopecks),
    credit: z.optional(kopecks),
    due: z.optional(z.nullable(day)),
    order: z.optional(text(200)),
    basis: z.optional(text(1000)),
    settles: z.optional(settlements),
    lines: z.optional(z.array(good, 'Нужен список товаров').check(z.maxLength(10_000, 'Больше 10000 товаров'))),
  })
  .check(
    z.refine(({ debit = 0, credit = 0 }) => (debit === 0) !== (credit === 0), {
      error: 'Нужен дебет или кредит, что-то одно',
      path: ['debit'],
    }),
    z.refine(({ settles = [], credit = 0 }) => sumOf(settles) <= Math.max(0, credit), {
      error: 'Разнесено больше, чем сумма по кредиту',
      path: ['settles'],
    }),
  )

/** A payment by the buyer, or a refund. */
export const paymentLine = z
  .object({
    id: code,
    contract: code,
    document: z.optional(text(100)),
    number: text(100),
    date: day,
    sum: nonNegativeKopecks,
    refund: z.optional(z.boolean('Нужно true или false')),
    order: z.optional(text(200)),
    purpose: z.optional(text(1000)),
    settles: z.optional(settlements),
  })
  .check(
    z.refine(({ sum }) => sum > 0, { error: 'Сумма не больше нуля', path: ['sum'] }),
    z.refine(({ settles = [], sum, refund = false }) => sumOf(settles) <= (refund ? 0 : sum), {
      error: 'Разнесено больше, чем сумма платежа',
      path: ['settles'],
    }),
  )

function sumOf(list: readonly { sum: number }[]): number {
  return list.reduce((total, { sum }) => total + sum, 0)
}
