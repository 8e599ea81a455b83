import * as z from 'zod/mini'
import { wireText } from '#shared/api/wire.ts'

/** Fields of the lines of feeds: roubles and units outside, kopecks and thousandths inside. */

/** Ид of 1C. */
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

const largestSum = 1e11

/** Roubles, also negative, as integer kopecks. */
export const kopecks = z.pipe(
  z.number('Сумма не число').check(
    z.minimum(-largestSum, 'Сумма слишком велика'),
    z.maximum(largestSum, 'Сумма слишком велика'),
    z.refine((sum) => Number(sum.toFixed(2)) === sum, 'В сумме больше двух знаков после запятой'),
  ),
  z.transform((sum) => Math.round(sum * 100)),
)

export const kopecksFrom0 = z.pipe(kopecks, z.number().check(z.refine((sum) => sum >= 0, 'Сумма меньше нуля')))

export const text = (longest: number) => wireText(longest).check(z.trim())

/** What a line says to delete a record. */
export const deletion = z.object({ id: code, deleted: z.literal(true) })
