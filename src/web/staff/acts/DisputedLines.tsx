import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActReply, ActRow } from '#shared/api/money/acts.ts'
import type { StaffActDetails } from '#shared/api/money/staff-acts.ts'
import { matchOutcomes } from '#shared/rules/act-outcomes.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { PartyEntries } from '#web/parts/acts/PartyEntries.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { disputedLinesQuery, useReplyToLine } from './use-staff-acts.ts'
import styles from './staff-acts.module.css'

/** The lines that the buyer disputes, in the buyer's words, each with the reply. */
export function DisputedLines({ act, isOpen }: { act: StaffActDetails; isOpen: boolean }) {
  const lines = useInfiniteQuery(disputedLinesQuery(act.id))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = lines
  return (
    <section>
      <h3>
        Разногласия <span className="small dim">{act.disputed}</span>
      </h3>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <ul className={styles.lines} aria-label="Спорные строки" aria-busy={data === undefined}>
        {data?.pages
          .flatMap(({ items }) => items)
          .map((row) => (
            <li key={row.match}>
              <DisputedLine act={act} row={row} isOpen={isOpen} />
            </li>
          ))}
        {!data && !error && (
          <li>
            <Skeleton width="100%" height={60} />
          </li>
        )}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </section>
  )
}

type LineProps = { act: StaffActDetails; row: ActRow; isOpen: boolean }

function DisputedLine({ act, row, isOpen }: LineProps) {
  const { ours, theirs, outcome, cause, comment, reply, reply_reason: reason } = row
  const title = ours[0]?.title ?? theirs[0]?.document ?? ''
  return (
    <>
      <div className="row wrap">
        <b className="bold">{title}</b>
        {outcome !== 'same' && <Tag tone="bad">{matchOutcomes[outcome].label}</Tag>}
        {cause !== '' && <span className="small">{cause}</span>}
      </div>
      <dl className={styles.sides}>
        <PartyEntries name="У нас" entries={ours} />
        {act.book && <PartyEntries name="У покупателя" entries={theirs} />}
      </dl>
      <p className={styles.words}>
        {comment === '' ? <span className="dim">Покупатель не написал, с чем не согласен</span> : `«${comment}»`}
      </p>
      {isOpen ? (
        <ReplyForm id={act.id} row={row} title={title} />
      ) : (
        reply && (
          <p className="small">
            <b className="bold">{reply === 'accept' ? 'Согласны' : 'Отказали'}</b>
            {reason !== '' && `: ${reason}`}
          </p>
        )
      )}
    </>
  )
}

type Choice = ActReply | 'none'

/** Saved at once, a refusal with its reason. */
function ReplyForm({ id, row, title }: { id: number; row: ActRow; title: string }) {
  const { match, reply: savedReply, reply_reason: savedReason } = row
  const save = useReplyToLine()
  const [choice, setChoice] = useState<Choice>(savedReply ?? 'none')
  const [reason, setReason] = useState(savedReason)
  const words = reason.trim()

  function send(next: Choice): void {
    if (next === 'refuse' && words === '') {
      // A saved consent must not be sent while the reason of the refusal is missing.
      if (savedReply !== null) save.mutate({ id, match, reply: 'none' })
      return
    }
    if (next === (savedReply ?? 'none') && words === savedReason) return
    save.mutate({ id, match, reply: next, ...(next === 'none' ? {} : { reason: words }) })
  }

  function choose(pressed: ActReply): void {
    // Pressing the chosen reply again withdraws it.
    const next = pressed === choice ? 'none' : pressed
    setChoice(next)
    save.reset()
    send(next)
  }

  return (
    <div className={styles.reply}>
      <Segments<Choice>
        label={`Ответ по строке ${title}`}
        options={[
          { value: 'accept', label: 'Согласиться' },
          { value: 'refuse', label: 'Отказать' },
        ]}
        value={choice}
        onChange={(pressed) => pressed !== 'none' && choose(pressed)}
      />
      {choice !== 'none' && (
        <TextField
          label={choice === 'refuse' ? 'Почему отказываете' : 'Что исправите (необязательно)'}
          maxLength={500}
          value={reason}
          error={fieldErrorsOf(save.error).reason ?? save.error?.message}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            save.reset()
          }}
          onBlur={() => send(choice)}
          onKeyDown={({ key }) => key === 'Enter' && send(choice)}
        />
      )}
    </div>
  )
}
