import * as z from 'zod/mini'
import { code, discount, kopecks, positiveMilli, text } from './fields.ts'

const positiveKopecks = z.pipe(kopecks, z.number().check(z.refine((sum) => sum > 0, 'Нужна сумма больше нуля')))

/**
 * A price break of a price type or a contract: of a product or variant, a group, a brand, or of every good; from a
 * quantity or a sum of the basket on; a price or a per cent off.
 */
export const priceBreakLine = z
  .object({
    id: code,
    priceType: z.optional(code),
    contract: z.optional(code),
    product: z.optional(code),
    category: z.optional(code),
    brand: z.optional(text(500).check(z.minLength(1, 'Пустой бренд'))),
    quantity: z.optional(positiveMilli),
    sum: z.optional(positiveKopecks),
    price: z.optional(positiveKopecks),
    percent: z.optional(discount),
  })
  .check(
    z.refine((line) => count(line.priceType, line.contract) === 1, {
      path: ['priceType'],
      error: 'Укажите priceType либо contract',
    }),
    z.refine((line) => count(line.product, line.category, line.brand) <= 1, {
      path: ['product'],
      error: 'Или товар, или группа, или бренд',
    }),
    z.refine((line) => count(line.quantity, line.sum) === 1, {
      path: ['quantity'],
      error: 'Нужно количество или сумма',
    }),
    z.refine((line) => count(line.price, line.percent) === 1, { path: ['price'], error: 'Нужна цена или скидка' }),
    z.refine((line) => line.price === undefined || line.product !== undefined, {
      path: ['price'],
      error: 'Цена бывает только у товара',
    }),
  )

function count(...values: unknown[]): number {
  return values.filter((value) => value !== undefined).length
}
