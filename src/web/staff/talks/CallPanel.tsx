import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { callTextLength, type staffCall } from '#shared/api/staff/talk.ts'
import { callTimes } from '#shared/rules/talk/call-times.ts'
import { Button } from '#web/ui/Button.tsx'
import { BarSelect, TextArea } from '#web/ui/forms/Field.tsx'
import { dateTime, shortDateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { QueuePanel } from '#web/ui/page/Queue.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useCall, useChangeCall } from './use-talks.ts'
import styles from './talks.module.css'

/** A callback request: whom to call and when, assignee, note and result. */
export function CallPanel({ id }: { id: number }) {
  const { data, error, refetch } = useCall(id)
  if (data) return <CallDetails key={id} {...data} />
  return (
    <QueuePanel label="Звонок" busy={!error}>
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="70%" height={80} />}
    </QueuePanel>
  )
}

function CallDetails({
  talk: { id, name, organisation, phone, date, assignee, call },
  colleagues,
}: ReplyOf<typeof staffCall>) {
  const [note, setNote] = useState(call?.note ?? '')
  const [result, setResult] = useState('')
  const { mutate, isPending, variables } = useChangeCall()
  const notify = useNotify()
  const done = call?.done

  function change(input: Omit<Parameters<typeof mutate>[0], 'id'>, message: string) {
    mutate(
      { id, ...input },
      {
        onSuccess: () => notify({ tone: 'ok', text: message, fadeMs: 3000 }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  return (
    <QueuePanel
      label="Звонок"
      footer={
        !done && (
          <form
            className={styles.callResult}
            onSubmit={(event) => {
              event.preventDefault()
              change({ action: 'done', result }, 'Звонок отмечен')
            }}
          >
            <TextArea
              label="Чем закончилось"
              rows={2}
              maxLength={callTextLength}
              value={result}
              onChange={({ currentTarget }) => setResult(currentTarget.value)}
            />
            <Button variant="primary" type="submit" icon="check" busy={isPending && variables.action === 'done'}>
              Позвонили
            </Button>
          </form>
        )
      }
    >
      <div className="row wrap">
        <h2 className="grow">{name}</h2>
        {call && call.account !== null && (
          <Link to="/admin/chats" search={{ chat: call.account }}>
            Чат
          </Link>
        )}
      </div>
      <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        {phone}
      </a>
      <dl className={styles.kv}>
        <dt>Кто</dt>
        <dd>{organisation === '' ? 'Гость портала' : organisation}</dd>
        {call && (
          <>
            <dt>Когда</dt>
            <dd>{`${callTimes[call.wanted].toLowerCase()}, с ${shortDateTime(call.due)}`}</dd>
          </>
        )}
        {done ? (
          <>
            <dt>Позвонили</dt>
            <dd>{[dateTime(done.date), done.by].filter(Boolean).join(', ')}</dd>
            <dt>Итог</dt>
            <dd>{done.result === '' ? 'Не записан' : done.result}</dd>
            {note !== '' && (
              <>
                <dt>Заметка</dt>
                <dd>{note}</dd>
              </>
            )}
          </>
        ) : (
          <>
            <dt>Просьба</dt>
            <dd>{dateTime(date)}</dd>
          </>
        )}
      </dl>
      {!done && (
        <>
          <div className="row wrap">
            <BarSelect
              label="Кто звонит"
              options={[
                ...(assignee === null ? [{ value: '', label: 'Ничей' }] : []),
                ...colleagues.map((colleague) => ({ value: String(colleague.id), label: colleague.name })),
              ]}
              value={assignee === null ? '' : String(assignee.id)}
              onChange={({ currentTarget: { value } }) =>
                change({ action: 'assign', assignee: Number(value) }, 'Звонок передан')
              }
            />
            {assignee === null && (
              <Button small onClick={() => change({ action: 'take' }, 'Звонок за вами')}>
                Взять себе
              </Button>
            )}
          </div>
          <form
            className="column"
            onSubmit={(event) => {
              event.preventDefault()
              change({ action: 'note', note }, 'Заметка сохранена')
            }}
          >
            <TextArea
              label="Заметка для коллег"
              hint="Не дозвонились, попросил позже – чтобы не звонить дважды"
              rows={3}
              maxLength={callTextLength}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
            <Button
              small
              type="submit"
              aria-disabled={note.trim() === call?.note || undefined}
              busy={isPending && variables.action === 'note'}
            >
              Сохранить заметку
            </Button>
          </form>
        </>
      )}
    </QueuePanel>
  )
}
