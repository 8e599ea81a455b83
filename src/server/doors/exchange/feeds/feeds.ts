import * as z from 'zod/mini'
import { wireText } from '#shared/api/wire.ts'
import { applyArrivals } from '../apply/feeds/feed-arrivals.ts'
import { applyBinds } from '../apply/feeds/feed-binds.ts'
import type { ImportContext } from '../apply/context.ts'

/**
 * A feed for data that CommerceML lacks: the schema of a line, and how the lines, staged in `feed_items`, are written
 * in one transaction.
 */
export type Feed = { line: z.ZodMiniType; apply: (context: ImportContext) => Promise<void> }

const code = wireText(200).check(z.trim(), z.minLength(1, 'Пустой Ид'))
const codes = z.optional(z.array(code, 'Нужен список Ид').check(z.maxLength(200, 'Больше 200 товаров')))
const day = z.iso
  .date('Дата не в виде ГГГГ-ММ-ДД')
  .check(z.refine((text) => text >= '2000' && text < '3000', 'Дата вне разумных пределов'))
const thousandths = z.pipe(
  z
    .number('Количество не число')
    .check(z.minimum(0.001, 'Количество не больше нуля'), z.maximum(1e9, 'Количество слишком велико')),
  z.transform((quantity) => Math.round(quantity * 1000)),
)

export const feeds: Record<string, Feed> = {
  /** Arrivals: the feed replaces the whole set. */
  arrivals: {
    line: z.object({ product: code, warehouse: code, date: day, quantity: thousandths }),
    apply: applyArrivals,
  },
  /** Analogues and related goods: a line replaces the given lists of its product. */
  binds: { line: z.object({ product: code, analogues: codes, related: codes }), apply: applyBinds },
}

/** The feed of that name; undefined: none. */
export function feedNamed(name: string): Feed | undefined {
  return Object.hasOwn(feeds, name) ? feeds[name] : undefined
}
