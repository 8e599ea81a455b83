import { useQuery } from '@tanstack/react-query'
import { staffMail } from '#shared/api/staff/mail.ts'
import { call } from '#web/api/client.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

const letterForms = ['письмо', 'письма', 'писем'] as const
const refetchMs = 60_000

/** State of outgoing e-mail. It is configured by environment variables, so the card has no controls. */
export function MailCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'mail'],
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
  const { configured, linked, waiting, given_up, last_error } = data
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
    </Card>
  )
}
