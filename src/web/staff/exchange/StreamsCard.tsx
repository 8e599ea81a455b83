import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { exchangeStreams, saveStreamAlarm, type ExchangeStream } from '#shared/api/administration/exchange-streams.ts'
import { call } from '#web/api/client.ts'
import { ageText } from '#web/ui/duration.ts'
import { BarSelect, type Option } from '#web/ui/forms/Field.tsx'
import { quantity, shortDateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { staffExchangeKey } from './exchange-key.ts'
import { changeExchangeSearch } from './exchange-url.ts'
import styles from './streams.module.css'
import { useExchange } from './use-exchange.ts'

const queryKey = [...staffExchangeKey, 'streams']
const refetchMs = 60_000
const hour = 60
const day = 24 * hour
const alarms = [
  { minutes: 0, label: 'нет' },
  { minutes: 30, label: '30 мин' },
  { minutes: hour, label: '1 ч' },
  { minutes: 2 * hour, label: '2 ч' },
  { minutes: 4 * hour, label: '4 ч' },
  { minutes: 8 * hour, label: '8 ч' },
  { minutes: 12 * hour, label: '12 ч' },
  { minutes: 26 * hour, label: '26 ч' },
  { minutes: 3 * day, label: '3 дня' },
  { minutes: 7 * day, label: '7 дней' },
  { minutes: 30 * day, label: '30 дней' },
] as const

export function useStreams() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(exchangeStreams, {}, { signal })).streams,
    refetchInterval: refetchMs,
  })
}

/** How old the data of 1C is, and from which age administrators are notified. */
export function StreamsCard() {
  const { data, error, refetch, dataUpdatedAt } = useStreams()
  return (
    <Card>
      {data ? (
        data.every(({ at }) => at === null) ? (
          <EmptyState title="1С ещё ничего не передала">
            После первой выгрузки здесь появится время последних остатков, цен и товаров.
          </EmptyState>
        ) : (
          <Streams streams={data} now={new Date(dataUpdatedAt)} />
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardBody>
          <Skeleton width="80%" height={160} />
        </CardBody>
      )}
    </Card>
  )
}

function Streams({ streams, now }: { streams: readonly ExchangeStream[]; now: Date }) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${styles.streams}`}>
        <caption className="unseen">Когда 1С передавала данные</caption>
        <thead>
          <tr>
            <th scope="col">Данные</th>
            <th scope="col">Последние</th>
            <th scope="col" className={table.number}>
              Возраст
            </th>
            <th scope="col" className={table.number}>
              Записей
            </th>
            <th scope="col" className={table.number}>
              Не принято
            </th>
            <th scope="col">Тревога после</th>
            <th scope="col">Состояние</th>
          </tr>
        </thead>
        <tbody>
          {streams.map((stream) => (
            <StreamRow key={stream.kind} stream={stream} now={now} />
          ))}
          <OrdersOutRow now={now} />
        </tbody>
      </table>
    </div>
  )
}

/** Orders on their way to 1C, the only data that leaves the portal. */
function OrdersOutRow({ now }: { now: Date }) {
  const { data } = useExchange()
  if (!data) return null
  const {
    orders_out: { waiting, since, confirmed_at: confirmed },
    orders_rejected: rejected,
  } = data
  return (
    <tr>
      <td className={styles.name}>
        <Link to="/admin" search={{ scope: 'all' }}>
          Заказы в 1С
        </Link>
      </td>
      <td className={styles.figure}>{confirmed === null ? '–' : shortDateTime(confirmed)}</td>
      <td className={`${table.number} ${styles.age}`}>{since === null ? '–' : ageText(since, now)}</td>
      <td className={`${table.number} ${styles.figure}`}>{waiting === 0 ? '–' : quantity(waiting)}</td>
      <td className={`${table.number} ${styles.figure}`}>
        <Rejected kind="orders" name="Заказы в 1С" count={rejected} />
      </td>
      <td className={styles.alarm}>–</td>
      <td className={styles.state}>
        {waiting === 0 ? <Tag tone="ok">все переданы</Tag> : <Tag tone="warn">ждут обмена</Tag>}
      </td>
    </tr>
  )
}

/** Opens the runs that rejected them. */
function Rejected({ kind, name, count }: { kind: ExchangeStream['kind']; name: string; count: number }) {
  if (count === 0) return '–'
  return (
    <Link
      to="/admin/exchange"
      search={changeExchangeSearch({}, { kind, group: 'problems' })}
      aria-label={`Не принято, ${name}: ${count}`}
    >
      {quantity(count)}
    </Link>
  )
}

function StreamRow({ stream, now }: { stream: ExchangeStream; now: Date }) {
  const { kind, title, at, records, rejected, alarm_minutes, late } = stream
  const save = useSaveAlarm()
  return (
    <tr>
      <td className={styles.name}>
        <Link to="/admin/exchange" search={changeExchangeSearch({}, { kind })}>
          {title}
        </Link>
      </td>
      <td className={styles.figure}>{at === null ? '–' : shortDateTime(at)}</td>
      <td className={`${table.number} ${styles.age}`}>{at === null ? '–' : ageText(at, now)}</td>
      <td className={`${table.number} ${styles.figure}`}>{at === null ? '–' : quantity(records)}</td>
      <td className={`${table.number} ${styles.figure}`}>
        <Rejected kind={kind} name={title} count={rejected} />
      </td>
      <td className={styles.alarm}>
        <BarSelect
          label={`Тревога: ${title}`}
          options={optionsWith(alarm_minutes)}
          value={String(alarm_minutes)}
          disabled={save.isPending}
          onChange={({ currentTarget: { value } }) => save.mutate({ kind, minutes: Number(value) })}
        />
      </td>
      <td className={styles.state}>
        {at === null ? (
          <Tag>не было</Tag>
        ) : late ? (
          <Tag tone="bad">опаздывают</Tag>
        ) : (
          <Tag {...(alarm_minutes === 0 ? {} : { tone: 'ok' })}>{alarm_minutes === 0 ? 'без тревоги' : 'свежие'}</Tag>
        )}
      </td>
    </tr>
  )
}

/** The usual ages, and the stored one if it is another. */
function optionsWith(minutes: number): Option[] {
  const all = alarms.some((alarm) => alarm.minutes === minutes)
    ? alarms
    : [...alarms, { minutes, label: `${minutes} мин` }]
  return all.map((alarm) => ({ value: String(alarm.minutes), label: alarm.label }))
}

function useSaveAlarm() {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (alarm: { kind: ExchangeStream['kind']; minutes: number }) => call(saveStreamAlarm, alarm),
    onSuccess: ({ streams }) => {
      queries.setQueryData(queryKey, streams)
      notify({ tone: 'ok', text: 'Срок тревоги сохранён', fadeMs: 3000 })
    },
    onError: ({ message }) => notify({ tone: 'bad', title: 'Срок тревоги не сохранён', text: message }),
  })
}
