import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { requeueLetters, staffMail, type FailedLetter } from '#shared/api/staff/mail.ts'
import { call } from '#web/api/client.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount, dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import styles from './decisions.module.css'

const letterForms = ['письмо', 'письма', 'писем'] as const
const refetchMs = 60_000
const queryKey = ['staff', 'mail']

/** State of outgoing e-mail, which is configured by environment variables, and the letters that were given up. */
export function MailCard() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(staffMail, {}, { signal }),
    refetchInterval: refetchMs,
  })
  if (!data)
    return (
      <Card title="Почта">
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <CardBody>
            <Skeleton width="60%" height={20} />
          </CardBody>
        )}
      </Card>
    )
  const { configured, linked, waiting, given_up, last_error, failed } = data
  return (
    <Card title="Почта">
      <CardBody>
        <div className="column">
          {configured ? (
            <Note tone="ok">Письма покупателям отправляются.</Note>
          ) : (
            <Note tone="warn">
              <b className="bold">Почта не настроена: письма покупателям не уходят.</b> Задайте SMTP_URL и перезапустите
              портал. Письма ждут двое суток, потом считаются устаревшими.
            </Note>
          )}
          {!linked && <Note tone="warn">В письмах нет ссылки на портал: задайте его адрес в BASE_URL.</Note>}
          <dl className="facts">
            <dt>Ждут отправки</dt>
            <dd>{withCount(waiting, letterForms)}</dd>
            <dt>Не отправлены</dt>
            <dd>{given_up === 0 ? 'нет' : `${withCount(given_up, letterForms)} за 30 дней`}</dd>
            {last_error !== '' && (
              <>
                <dt>Причина</dt>
                <dd>{last_error}</dd>
              </>
            )}
          </dl>
        </div>
      </CardBody>
      {failed.length > 0 && <FailedLetters letters={failed} />}
    </Card>
  )
}

/** Letters that are given up; all of them, or one, are sent again. */
function FailedLetters({ letters }: { letters: readonly FailedLetter[] }) {
  const requeue = useRequeue()
  const confirm = useConfirm()

  async function requeueAll() {
    const question =
      `Отправить снова ${withCount(letters.length, letterForms)}? Среди них могут быть устаревшие: ` +
      'напоминания об уже оплаченном и ссылки, срок которых истёк.'
    if (await confirm(question)) requeue.mutate(letters.map(({ id }) => id))
  }

  return (
    <div className={styles.decisions}>
      <div className="row">
        <h3>Неотправленные письма</h3>
        {letters.length > 1 && (
          <Button small busy={requeue.isPending} onClick={() => void requeueAll()}>
            Отправить все снова
          </Button>
        )}
      </div>
      <ul aria-label="Письма, которые не ушли">
        {letters.map(({ id, recipient, subject, created_at, reason }) => (
          <li key={id}>
            <div className={styles.facts}>
              <b>{subject}</b>
              <span className="small muted">
                {recipient} · {dateTime(created_at)}
              </span>
              <span className="small">{reason}</span>
            </div>
            <div className={styles.actions}>
              <Button
                small
                busy={requeue.isPending}
                aria-label={`Отправить снова: ${subject}, ${recipient}`}
                onClick={() => requeue.mutate([id])}
              >
                Отправить снова
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useRequeue() {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (ids: number[]) => call(requeueLetters, { ids }),
    onSuccess: ({ count }) => notify({ tone: 'ok', text: `Снова в очереди: ${withCount(count, letterForms)}` }),
    onError: ({ message }) => notify({ tone: 'bad', title: 'Письма не поставлены в очередь', text: message }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
