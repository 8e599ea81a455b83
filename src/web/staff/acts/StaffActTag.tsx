import type { StaffAct } from '#shared/api/money/staff-acts.ts'
import type { ActState } from '#shared/rules/act-states.ts'
import { day, shortDate, timeAgo } from '#web/ui/format.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'

const tones: Partial<Record<ActState, Tone>> = { ready: 'info', failed: 'bad', confirmed: 'ok', disputed: 'warn' }

/** State of an act as staff see it: who is to do what. */
export function StaffActTag({ act: { state, status, replied_at: repliedAt } }: { act: StaffAct }) {
  if (state === 'ready') return <Tag tone="info">у покупателя</Tag>
  if (state === 'disputed' && repliedAt) return <Tag>ответили {shortDate(day(repliedAt))}</Tag>
  const tone = tones[state]
  return <Tag {...(tone && { tone })}>{status.toLowerCase()}</Tag>
}

/** How long the act is in its state. */
export function ActAge({ act }: { act: StaffAct }) {
  const now = useNow(60_000)
  const { requested_at: requestedAt, ready_at: readyAt, answered_at: answeredAt, replied_at: repliedAt } = act
  return <span className="dim nowrap">{timeAgo(repliedAt ?? answeredAt ?? readyAt ?? requestedAt, now)}</span>
}
