import { formatMilli } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { anyClaim } from './claim-scope.ts'
import { closeLocked, decideLocked } from './staff-actions.ts'
import { findClaimId, listLines, lockClaim } from './queries.ts'

export type DecisionOf1c = {
  number: string
  lines: {
    line: number
    accepted: number
    settle?: 'replacement' | 'credit' | undefined
    reason?: string | undefined
  }[]
  text: string
  /** Document that settles the claim, which is then closed. */
  document: string
}

const by1c = { accountId: null, name: '1С' } as const

/** Applies a decision of 1C: 'changed', 'unchanged', or the reason why it is rejected. */
export async function applyDecisionOf1c(
  tx: Db,
  { number, lines, text, document }: DecisionOf1c,
  { now }: { now: Date },
): Promise<'changed' | 'unchanged' | { reason: string }> {
  const claimId = await findClaimId(tx, { number })
  const claim = claimId === undefined ? undefined : await lockClaim(tx, { scope: anyClaim, claimId })
  if (claim === undefined) return { reason: `Рекламация не найдена: ${number}` }
  const stored = await listLines(tx, { claimId: claim.id })
  const unknownLine = lines.find(({ line }) => !stored.some(({ position }) => position === line))
  if (unknownLine) return { reason: `В рекламации нет строки ${unknownLine.line}` }
  const over = lines.find(
    ({ line, accepted }) => accepted > (stored.find(({ position }) => position === line)?.quantityMilli ?? 0),
  )
  if (over)
    return {
      reason: `Строка ${over.line}: заявлено меньше, чем ${formatMilli(over.accepted)}`,
    }
  try {
    const sent = lines.map(({ line, accepted, settle, reason = '' }) => ({
      position: line,
      acceptedMilli: accepted,
      settleBy: settle ?? ('credit' as const),
      reason,
    }))
    const decided = await decideLocked(tx, claim, {
      lines: sent,
      text,
      now,
      by: by1c,
    })
    const current = await lockClaim(tx, { scope: anyClaim, claimId: claim.id })
    const closed = document !== '' && current ? await closeLocked(tx, current, { document, now, by: by1c }) : false
    return decided || closed ? 'changed' : 'unchanged'
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message }
    throw error
  }
}
