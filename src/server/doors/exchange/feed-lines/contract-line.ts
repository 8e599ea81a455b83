import * as z from 'zod/mini'
import { code, day, kopecksFrom0, text } from './fields.ts'

const whole = (least: number, most: number) =>
  z.int('Нужно целое число').check(z.minimum(least, `Не меньше ${least}`), z.maximum(most, `Не больше ${most}`))
const flag = z.boolean('Нужно true или false')

/** A contract. Fields that a line leaves out stay as they are; null takes a value away. */
export const contractLine = z.object({
  id: code,
  number: text(100).check(z.minLength(1, 'Номер договора пуст')),
  date: day,
  contragent: z.object({ inn: text(12), kpp: z.optional(text(9)) }, 'Нужны ИНН и КПП контрагента'),
  validTo: z.optional(z.nullable(day)),
  status: z.optional(z.enum(['signing', 'active', 'suspended', 'expired'], 'Состояние не из списка')),
  seller: z.optional(z.object({ inn: text(12), kpp: z.optional(text(9)) })),
  priceType: z.optional(code),
  rrcType: z.optional(z.nullable(code)),
  warehouses: z.optional(
    z
      .array(code, 'Нужен список Ид складов')
      .check(z.minLength(1, 'Нужен хотя бы один склад'), z.maxLength(100, 'Больше 100 складов')),
  ),
  payment: z.optional(z.enum(['prepaid', 'deferred'], 'Оплата: prepaid или deferred')),
  prepaymentPercent: z.optional(whole(0, 100)),
  deferralDays: z.optional(whole(0, 1000)),
  creditLimit: z.optional(z.nullable(kopecksFrom0)),
  debt: z.optional(kopecksFrom0),
  advance: z.optional(kopecksFrom0),
  minOrder: z.optional(z.nullable(kopecksFrom0)),
  freeDelivery: z.optional(z.nullable(kopecksFrom0)),
  holdDays: z.optional(whole(0, 365)),
  stopOrders: z.optional(flag),
  debtAlert: z.optional(z.nullable(text(2000))),
})

export type ContractLine = z.output<typeof contractLine>
