import { useQuery } from '@tanstack/react-query'
import type { NoticeSettings } from '#shared/api/account/notice-settings.ts'
import { mailPaceTitle } from '#shared/texts.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BrowserNotices } from './BrowserNotices.tsx'
import { noticesQuery, useChoosePace, useSwitchNotice } from './use-notices.ts'
import { browsersQuery } from './use-web-push.ts'
import styles from './account.module.css'

const paces = [
  { value: 'now', label: 'Сразу' },
  { value: 'hour', label: 'Раз в час' },
  { value: 'day', label: 'Утром' },
] as const

const paceTexts: Record<NoticeSettings['pace'], string> = {
  now: 'Каждое письмо приходит сразу.',
  hour: 'Всё, что накопилось за час, придёт одним письмом.',
  day: 'Всё, что накопилось за сутки, придёт одним письмом в 9 утра по Москве.',
}

/** Notification settings by event and channel, and the frequency of e-mails. */
export function NoticesCard({ demo }: { demo: boolean }) {
  const { data, error, refetch } = useQuery(noticesQuery)
  return (
    <Card id="notifications" title="Уведомления">
      {data ? (
        <>
          <Paces settings={data} demo={demo} />
          <BrowserNotices />
          <NoticesTable settings={data} />
        </>
      ) : (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={240} />}
        </CardBody>
      )}
    </Card>
  )
}

function Paces({ settings: { pace, email }, demo }: { settings: NoticeSettings; demo: boolean }) {
  const choose = useChoosePace()
  const showFailure = useShowFailure()
  if (email === '')
    return (
      <CardBody>
        <p className="muted small">
          {demo
            ? 'В демо-режиме писем нет: всё новое – в колокольчике портала.'
            : 'Писем вам портал не присылает: ваш логин – не адрес почты.'}
        </p>
      </CardBody>
    )
  return (
    <CardBody>
      <div className={styles.setup}>
        <div className={styles.paces}>
          <span>Письма на {email}</span>
          <Segments
            label={mailPaceTitle}
            options={paces}
            value={pace}
            onChange={(next) => choose.mutate(next, { onError: showFailure })}
          />
        </div>
        <p className="muted small">
          {paceTexts[pace]} {pace !== 'now' && 'Срочные, например о смене пароля, приходят сразу.'}
        </p>
      </div>
    </CardBody>
  )
}

function NoticesTable({ settings: { items, email } }: { settings: NoticeSettings }) {
  const events = [...Map.groupBy(items, ({ event }) => event)]
  const { data: browsers } = useQuery(browsersQuery)
  const byMail = email !== ''
  const inBrowsers = browsers !== undefined && browsers.browsers > 0
  const ways = 1 + Number(byMail) + Number(inBrowsers)
  return (
    <table className={styles.notices} aria-label="О чём и как сообщать" data-ways={ways}>
      <thead>
        <tr>
          <th scope="col">Событие</th>
          <th scope="col">На портале</th>
          {byMail && <th scope="col">Письмом</th>}
          {inBrowsers && <th scope="col">В браузере</th>}
        </tr>
      </thead>
      <tbody>
        {events.map(([event, settings]) => (
          <tr key={event}>
            <th scope="row">{settings[0]?.header}</th>
            <Way item={settings.find(({ value }) => value === 'portal')} how="на портале" />
            {byMail && <Way item={settings.find(({ value }) => value === 'mail')} how="письмом" />}
            {inBrowsers && <Way item={settings.find(({ value }) => value === 'push')} how="в браузере" />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Way({ item, how }: { item: NoticeSettings['items'][number] | undefined; how: string }) {
  const change = useSwitchNotice()
  const showFailure = useShowFailure()
  if (!item) return <td className="muted">–</td>
  if (item.fixed) return <td className="muted small">всегда</td>
  return (
    <td>
      <label className={styles.way}>
        <input
          type="checkbox"
          aria-label={`${item.header}, ${how}`}
          checked={item.enabled}
          onChange={({ currentTarget }) =>
            change.mutate({ id: item.id, enabled: currentTarget.checked }, { onError: showFailure })
          }
        />
      </label>
    </td>
  )
}

function useShowFailure() {
  const notify = useNotify()
  return ({ message }: Error) => notify({ tone: 'bad', title: 'Не сохранено', text: message })
}
