import * as z from 'zod/mini'
import { isForeignCurrency, maxRate, rateNominals, type ForeignCurrency } from '#shared/rules/prices/currencies.ts'
import { parseCurrency } from '#shared/rules/prices/currency-spellings.ts'
import { day, text } from './fields.ts'

const isForeign = (sent: string) => isForeignCurrency(parseCurrency(sent) ?? '')
const currency = z.pipe(
  text(50).check(z.refine(isForeign, 'Валюта не из списка: нужен код, например USD')),
  z.transform((sent) => parseCurrency(sent) as ForeignCurrency),
)

/** The rate of a currency from a day on: roubles with at most four decimals. */
export const rateLine = z.object({
  currency,
  date: day,
  rate: z.pipe(
    z.number('Курс не число').check(
      z.minimum(0.0001, 'Курс не больше нуля'),
      z.maximum(maxRate, 'Курс слишком велик'),
      z.refine((rate) => Number(rate.toFixed(4)) === rate, 'В курсе больше четырёх знаков после запятой'),
    ),
    z.transform((rate) => rate.toFixed(4)),
  ),
  /** Units of the currency that cost the rate (Кратность). */
  nominal: z.optional(z.literal(rateNominals, 'Номинал: 1, 10, 100, 1000 или 10000')),
})

export type RateLine = z.output<typeof rateLine>
