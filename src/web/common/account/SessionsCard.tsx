import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '#shared/api/account/sessions.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { timeAgo, withCount, dateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ownSessionsQuery, useEndOtherSessions, useEndSession } from './use-own-sessions.ts'
import styles from './account.module.css'

const sessionForms = ['сеанс', 'сеанса', 'сеансов'] as const

/** Active sessions of the account, with buttons to end them. */
export function SessionsCard({ contactPerson }: { contactPerson: string }) {
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  return (
    <Card title="Сеансы" extra={sessions && sessions.length > 1 && <EndOthers />}>
      <CardBody>
        <p className="muted small">
          Здесь показано, где выполнен вход под вашим логином. Незнакомый сеанс завершите и сообщите {contactPerson}:
          скорее всего, ваш пароль узнал кто-то другой.
        </p>
      </CardBody>
      {sessions ? (
        <ul className={styles.sessions} aria-label="Сеансы">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={96} />}
        </CardBody>
      )}
    </Card>
  )
}

function SessionRow({
  session: { id, device, address, since, last_used: lastUsed, current },
}: {
  session: OwnSession
}) {
  const now = useNow(60_000)
  const notify = useNotify()
  const end = useEndSession()
  const name = device || 'Неизвестное устройство'
  return (
    <li>
      <div className={styles.facts}>
        <span className={styles.device}>
          <b>{name}</b>
          {current && <Tag tone="ok">этот сеанс</Tag>}
        </span>
        <span className="small muted">
          Вход {dateTime(since)}, адрес {address}
        </span>
        <span className="small muted">
          {current ? 'Используется сейчас' : `Последнее действие: ${lastUsedText(lastUsed, now)}`}
        </span>
      </div>
      {!current && (
        <Button
          small
          busy={end.isPending}
          aria-label={`Завершить сеанс: ${name}, вход ${dateTime(since)}`}
          onClick={() =>
            end.mutate(id, {
              onSuccess: () => notify({ tone: 'ok', text: `Сеанс завершён: ${name}`, fadeMs: 3000 }),
              onError: ({ message }) => notify({ tone: 'bad', title: 'Сеанс не завершён', text: message }),
            })
          }
        >
          Завершить
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const confirm = useConfirm()
  const notify = useNotify()
  const end = useEndOtherSessions()

  async function confirmEnd() {
    if (!(await confirm('Завершить все сеансы, кроме этого? На других устройствах придётся войти заново.'))) return
    end.mutate(undefined, {
      onSuccess: ({ ended }) =>
        notify({
          tone: 'ok',
          text: ended === 0 ? 'Других сеансов уже нет' : `Завершено: ${withCount(ended, sessionForms)}`,
          fadeMs: 3000,
        }),
      onError: ({ message }) => notify({ tone: 'bad', title: 'Сеансы не завершены', text: message }),
    })
  }

  return (
    <Button small variant="danger" busy={end.isPending} onClick={() => void confirmEnd()}>
      Завершить остальные
    </Button>
  )
}

const dayMs = 86_400_000

function lastUsedText(iso: string, now: Date): string {
  return now.getTime() - new Date(iso).getTime() < dayMs ? timeAgo(iso, now) : dateTime(iso)
}
