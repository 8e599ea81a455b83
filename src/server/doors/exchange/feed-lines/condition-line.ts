import * as z from 'zod/mini'
import { code, day, discount, nonNegativeKopecks, text } from './fields.ts'

const price = z.pipe(nonNegativeKopecks, z.number().check(z.minimum(1, 'Цена не больше нуля')))

const count = (...values: unknown[]) => values.filter((value) => value !== undefined).length

/**
 * A discount for a category with those below it, a brand or all goods, or a fixed price of a good; of a contract, or of
 * all contracts of a price type.
 */
export const conditionLine = z
  .object({
    id: code,
    contract: z.optional(code),
    priceType: z.optional(code),
    discount: z.optional(discount),
    category: z.optional(code),
    brand: z.optional(text(500).check(z.minLength(1, 'Пустой бренд'))),
    product: z.optional(code),
    price: z.optional(price),
    from: day,
    until: z.optional(z.nullable(day)),
  })
  .check(
    z.refine(({ contract, priceType }) => count(contract, priceType) === 1, {
      error: 'Нужен договор или тип цен, что-то одно',
      path: ['contract'],
    }),
    z.refine((line) => count(line.product, line.price) !== 1 && count(line.product, line.discount) === 1, {
      error: 'Нужна скидка, или товар с ценой',
      path: ['discount'],
    }),
    z.refine(({ product, category, brand }) => count(product, category, brand) <= 1, {
      error: 'Нужна категория, бренд или товар, что-то одно',
      path: ['category'],
    }),
    z.refine(({ from, until }) => until === undefined || until === null || from <= until, {
      error: 'Последний день раньше первого',
      path: ['until'],
    }),
  )
