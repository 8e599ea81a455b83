import * as z from 'zod/mini'
import { code, day, nonNegativeKopecks, text } from './fields.ts'

const integer = (min: number, max: number) =>
  z.int('Нужно целое число').check(z.minimum(min, `Не меньше ${min}`), z.maximum(max, `Не больше ${max}`))
const flag = z.boolean('Нужно true или false')

/** A contract. Omitted fields keep their values; null clears a value. */
export const contractLine = z.object({
  id: code,
  number: text(100).check(z.minLength(1, 'Номер договора пуст')),
  date: day,
  /** By its Ид in 1C, once 1C has named it, or by ИНН and КПП. */
  contragent: z
    .object(
      { id: z.optional(code), inn: z.optional(text(12)), kpp: z.optional(text(9)) },
      'Нужны ИНН и КПП контрагента',
    )
    .check(
      z.refine(({ id, inn }) => id !== undefined || inn !== undefined, {
        path: ['inn'],
        error: 'Нужен ИНН или Ид контрагента',
      }),
    ),
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
  prepaymentPercent: z.optional(integer(0, 100)),
  deferralDays: z.optional(integer(0, 1000)),
  creditLimit: z.optional(z.nullable(nonNegativeKopecks)),
  debt: z.optional(nonNegativeKopecks),
  advance: z.optional(nonNegativeKopecks),
  minOrder: z.optional(z.nullable(nonNegativeKopecks)),
  freeDelivery: z.optional(z.nullable(nonNegativeKopecks)),
  holdDays: z.optional(integer(0, 365)),
  stopOrders: z.optional(flag),
  debtAlert: z.optional(z.nullable(text(2000))),
})

export type ContractLine = z.output<typeof contractLine>
