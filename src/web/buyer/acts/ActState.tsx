import type { Act } from '#shared/api/money/acts.ts'
import { dayOf, parseDay } from '#shared/rules/dates.ts'
import type { ActState as State } from '#shared/rules/act-states.ts'
import { day, shortDate, withCount } from '#web/ui/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<State, Tone> = {
  requested: 'info',
  building: 'info',
  ready: 'warn',
  failed: 'bad',
  confirmed: 'ok',
  disputed: 'bad',
}

/** State of an act as a tag. */
export function ActTag({ act }: { act: Act }) {
  return <Tag tone={tones[act.state]}>{stateText(act)}</Tag>
}

function stateText({ state, status, disputed, answer_by: answerBy, replied_at: repliedAt }: Act): string {
  if (state === 'ready') return answerBy === null ? 'ждёт вас' : `ждёт вас до ${shortDate(answerBy)}`
  if (repliedAt) return 'поставщик ответил'
  if (state === 'disputed') return `разногласия: ${withCount(disputed, ['строка', 'строки', 'строк'])}`
  return status.toLowerCase()
}

/** Details of the state: who answered, or what the act waits for. */
export function ActNote({ act }: { act: Act }) {
  const today = dayOf(useNow(60_000))
  const { state, error, answer_by: answerBy, answered_at: answeredAt, answered_by: answeredBy } = act
  const { agreed, disputed, unanswered } = act
  if (state === 'requested' || state === 'building') return <span className="dim">ждём данных из 1С</span>
  if (state === 'failed') return <span className="dim">{error}</span>
  if (act.replied_at)
    return (
      <span className="dim">
        {shortDate(day(act.replied_at))}, {act.replied_by}
      </span>
    )
  if (state !== 'ready')
    return <span className="dim">{answeredAt && `${shortDate(day(answeredAt))}, ${answeredBy}`}</span>
  if (answerBy !== null && parseDay(answerBy) < today) return <span className="bad">срок ответа прошёл</span>
  if (unanswered > 0)
    return (
      <span className="warn">
        {agreed + disputed > 0
          ? `без ответа ${withCount(unanswered, ['строка', 'строки', 'строк'])}`
          : `ответьте по ${withCount(unanswered, ['строке', 'строкам', 'строкам'])}`}
      </span>
    )
  if (disputed > 0) return <span className="warn">разногласия не отправлены</span>
  return <span className="dim">сверьте и ответьте</span>
}
