import { addDays, dayOf, parseDay } from '#shared/rules/dates.ts'
import { isUndecided, type ClaimState } from '#shared/rules/aftersale/claims.ts'
import { shortDate } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'

type Deadlines = { state: ClaimState; decide_by: string; answer_by: string | null }

/** Deadline of the decision; red once it, or the buyer's deadline for an answer, has passed. */
export function DeadlineTag({ claim: { state, decide_by: decideBy, answer_by: answerBy } }: { claim: Deadlines }) {
  const today = dayOf(useNow(60_000))
  if (!isUndecided(state)) return null
  const day = parseDay(decideBy)
  if (day < today) return <Tag tone="bad">просрочена с {shortDate(decideBy)}</Tag>
  if (answerBy !== null && parseDay(answerBy) < today) return <Tag tone="bad">нет ответа с {shortDate(answerBy)}</Tag>
  if (day === today) return <Tag tone="warn">решить сегодня</Tag>
  return <Tag {...(day <= addDays(today, 3) && { tone: 'warn' })}>до {shortDate(decideBy)}</Tag>
}
