import * as z from 'zod/mini'
import { code, day, positiveMilli } from './fields.ts'

const codes = z.optional(z.array(code, 'Нужен список Ид').check(z.maxLength(200, 'Больше 200 товаров')))

/** Expected goods. */
export const arrivalLine = z.object({ product: code, warehouse: code, date: day, quantity: positiveMilli })

/** Analogues and related goods of a product. */
export const bindsLine = z.object({ product: code, analogues: codes, related: codes })
