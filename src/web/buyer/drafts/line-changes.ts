import type { acceptDraft, DraftDetails, DraftLine } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { stepText, unavailableMessage, noLongerSold } from '#shared/rules/step-text.ts'
import { stepRule } from '#web/parts/goods/quantity-rule.ts'
import { price, quantity } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/Tag.tsx'

export type AcceptedLine = InputOf<typeof acceptDraft>['lines'][number]

/**
 * Input for accepting the changes of a line, exactly as shown. Undefined if nothing has changed or nothing is
 * available.
 */
export function acceptedLineOf({ id, changes, now }: DraftLine): AcceptedLine | undefined {
  if (changes.length === 0 || now === null || now.qnt === 0) return undefined
  return { id, qnt: now.qnt, price: now.price }
}

export function replacementOf({ id, replacement }: DraftLine): AcceptedLine | undefined {
  return replacement === null
    ? undefined
    : { id, qnt: replacement.qnt, price: replacement.price, replacement: replacement.id }
}

/** Changes of a line as text with old and new values. */
export function changeTexts(line: DraftLine): { text: string; tone: Tone }[] {
  const { changes, now } = line
  if (now === null) return [{ text: noLongerSold.toLowerCase(), tone: 'bad' }]
  const texts: { text: string; tone: Tone }[] = []
  if (changes.includes('price') && line.price !== null && now.price !== null) {
    texts.push({
      text: `цена ${price(line.price)} → ${price(now.price)} ₽`,
      tone: now.price > line.price ? 'warn' : 'ok',
    })
  }
  if (changes.includes('step')) texts.push({ text: newStepText(line, now), tone: 'warn' })
  if (changes.includes('stock')) texts.push({ text: stockText(line, now), tone: 'bad' })
  return texts
}

function stockText(line: DraftLine, now: NonNullable<DraftLine['now']>): string {
  if (now.qnt > 0) return `есть ${quantity(now.qnt)} из ${quantity(line.qnt)}`
  return unavailableMessage(now.available > 0).toLowerCase()
}

/** Number of changed lines by kind: 'цена в 2, не хватает в 1'. */
export function countsOf(lines: readonly DraftLine[]): string {
  const count = (change: DraftLine['changes'][number]) => lines.filter(({ changes }) => changes.includes(change)).length
  const described = [
    ['цена', count('price')],
    ['кратность', count('step')],
    ['остаток', count('stock')],
    ['не продаётся', count('gone')],
  ] as const
  return described.flatMap(([kind, lineCount]) => (lineCount === 0 ? [] : [`${kind} – ${lineCount}`])).join(', ')
}

/** Current sum of the available goods in roubles, if it differs from the draft's; else undefined. */
export function sumNow({ products, sum }: DraftDetails): number | undefined {
  if (sum === null) return undefined
  const now = products.reduce(
    (total, line) =>
      total +
      (line.now === null || line.now.price === null ? 0 : lineSumKopecks(kopecks(line.now.price), milli(line.now.qnt))),
    0,
  )
  return now === kopecks(sum) ? undefined : roubles(now)
}

function newStepText({ qnt, decimals }: DraftLine, now: NonNullable<DraftLine['now']>): string {
  const step = stepText(stepRule({ step: now.step, decimals }))
  return now.qnt > qnt ? `${step}: ${quantity(qnt)} → ${quantity(now.qnt)}` : step
}
