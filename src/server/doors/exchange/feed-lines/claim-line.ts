import * as z from 'zod/mini'
import { code, positiveMilli, text } from './fields.ts'

const accepted = z.union([
  z.pipe(
    z.literal(0),
    z.transform(() => 0),
  ),
  positiveMilli,
])

const decision = z.object({
  /** Number of the claim's line. */
  line: z.int('Нужен номер строки').check(z.minimum(1, 'Нужен номер строки')),
  accepted,
  settle: z.optional(z.enum(['replacement', 'credit'], 'Чем закрыть: replacement или credit')),
  reason: z.optional(text(500)),
})

/** A decision on a claim: its lines, and the document that settles it. */
export const claimLine = z.object({
  /** The portal's number: RK-204. */
  id: code,
  lines: z.array(decision, 'Нужен список решений').check(z.maxLength(2000, 'Больше 2000 строк')),
  text: z.optional(text(2000)),
  document: z.optional(text(200)),
})

export type ClaimDecisionLine = z.output<typeof claimLine>
