import type { Talk } from '#shared/api/staff/talk.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { shortDateTime } from '#web/ui/format.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import styles from './talks.module.css'

/** Customer, waiting time, assignee and last message. */
export function TalkRow({ talk, maxMinutes }: { talk: Talk; maxMinutes: number }) {
  const { name, organisation, assignee, kind, phone } = talk
  return (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <b className="clip">{name}</b>
      <WaitTag talk={talk} maxMinutes={maxMinutes} />
      <span className="small muted clip">{organisation === '' ? phone : organisation}</span>
      {assignee === null ? (
        <span className={styles.unassigned} title="Ничей">
          <span className="unseen">ничей</span>
        </span>
      ) : (
        <span className={styles.avatar} data-small title={assignee.name}>
          <span aria-hidden="true">{initialsOf(assignee.name)}</span>
          <span className="unseen">{assignee.name}</span>
        </span>
      )}
      <span className={styles.text}>
        {kind === 'call' && <Icon name="phone" size={12} />}
        {talkText(talk)}
      </span>
    </>
  )
}

/** Waiting time; red above the maximum. */
function WaitTag({ talk: { waits, postponed, call }, maxMinutes }: { talk: Talk; maxMinutes: number }) {
  const now = useNow(60_000)
  if (postponed !== null) return <Tag>{`до ${momentText(postponed, now)}`}</Tag>
  if (waits === null) return <span />
  if (call && new Date(call.due) > now) return <Tag tone="info">{`с ${momentText(call.due, now)}`}</Tag>
  if (waits > maxMinutes) return <Tag tone="bad">{waitText(waits)}</Tag>
  return <Tag {...(waits > maxMinutes / 2 && { tone: 'warn' })}>{waitText(waits)}</Tag>
}

function talkText({ kind, text, call, phone }: Talk): string {
  if (kind === 'chat') return text
  if (call?.done) return ['Позвонили', call.done.result].filter(Boolean).join(': ')
  return ['Перезвонить', call?.note === '' ? phone : call?.note].join(': ')
}

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

const momentText = (iso: string, now: Date): string =>
  dayOf(new Date(iso)) === dayOf(now) ? timeFormat.format(new Date(iso)) : shortDateTime(iso)

function waitText(minutes: number): string {
  if (minutes < 60) return `${minutes} мин`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} ч ${minutes % 60} мин` : `${Math.floor(hours / 24)} дн`
}
