import * as z from 'zod/mini'
import { wireText } from '#shared/api/wire.ts'

/** Field schemas of feed lines: roubles and units on the wire become kopecks and thousandths. */

/** Ид in 1C. */
export const code = wireText(200).check(z.trim(), z.minLength(1, 'Пустой Ид'))

export const day = z.iso
  .date('Дата не в виде ГГГГ-ММ-ДД')
  .check(z.refine((text) => text >= '2000' && text < '3000', 'Дата вне разумных пределов'))

export const positiveMilli = z.pipe(
  z
    .number('Количество не число')
    .check(z.minimum(0.001, 'Количество не больше нуля'), z.maximum(1e9, 'Количество слишком велико')),
  z.transform((quantity) => Math.round(quantity * 1000)),
)

const maxKopecks = 1e11

/** Roubles, possibly negative, as integer kopecks. */
export const kopecks = z.pipe(
  z.number('Сумма не число').check(
    z.minimum(-maxKopecks, 'Сумма слишком велика'),
    z.maximum(maxKopecks, 'Сумма слишком велика'),
    z.refine((sum) => Number(sum.toFixed(2)) === sum, 'В сумме больше двух знаков после запятой'),
  ),
  z.transform((sum) => Math.round(sum * 100)),
)

export const nonNegativeKopecks = z.pipe(kopecks, z.number().check(z.refine((sum) => sum >= 0, 'Сумма меньше нуля')))

/** Per cent as hundredths. */
export const discount = z.pipe(
  z.number('Скидка не число').check(
    z.minimum(0.01, 'Скидка не больше нуля'),
    z.maximum(99.99, 'Скидка не меньше 100 %'),
    z.refine((percent) => Number(percent.toFixed(2)) === percent, 'В скидке больше двух знаков после запятой'),
  ),
  z.transform((percent) => Math.round(percent * 100)),
)

export const text = (maxLength: number) => wireText(maxLength).check(z.trim())

/** A line that deletes a record. */
export const deletion = z.object({ id: code, deleted: z.literal(true) })
