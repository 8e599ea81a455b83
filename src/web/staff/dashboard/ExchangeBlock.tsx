import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExchangeHealth } from '#shared/api/staff/dashboard/waiting.ts'
import { ageText } from '#web/ui/duration.ts'
import { quantity, shortDateTime } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { CardBody } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Block } from './Block.tsx'
import { useExchangeHealth } from './use-dashboard.ts'
import styles from './dashboard.module.css'

/** Whether 1C's data is fresh, and what the exchange needs of staff. */
export function ExchangeBlock({ now }: { now: Date }) {
  const query = useExchangeHealth()
  const open = (
    <Link to="/admin/settings" hash="streams" className="small" aria-label="Открыть обмен с 1С">
      Открыть
    </Link>
  )
  return (
    <Block title="Обмен с 1С" extra={open} query={query}>
      {(health) => <Exchange health={health} now={now} />}
    </Block>
  )
}

export function Exchange({ health, now }: { health: ExchangeHealth; now: Date }) {
  const troubles = hasTroubles(health) && <Troubles health={health} />
  if (health.streams.length > 0)
    return (
      <CardBody>
        <Streams health={health} now={now} />
        {troubles}
      </CardBody>
    )
  return (
    <>
      <EmptyState
        title="1С ещё не подключена"
        action={
          <Link to="/admin/settings" hash="streams">
            К настройкам обмена
          </Link>
        }
      >
        После первой выгрузки здесь будет видно, насколько свежи остатки и цены
      </EmptyState>
      {troubles && <CardBody>{troubles}</CardBody>}
    </>
  )
}

function Streams({ health, now }: { health: ExchangeHealth; now: Date }) {
  const late = health.streams.filter((stream) => stream.late)
  return (
    <>
      <ul className={styles.streams}>
        {health.streams.map(({ kind, title, at, late: isLate }) => (
          <li key={kind}>
            <span>{title}</span>
            <span className="dim nowrap">{at !== null && shortDateTime(at)}</span>
            <Tag tone={isLate ? 'bad' : 'ok'}>{at !== null && ageText(at, now)}</Tag>
          </li>
        ))}
      </ul>
      {late.length > 0 && <Note tone="bad">Опаздывают: {late.map(({ title }) => title.toLowerCase()).join(', ')}</Note>}
    </>
  )
}

function hasTroubles({ waiting_offers, set_aside, failed_jobs, unconfirmed }: ExchangeHealth): boolean {
  return waiting_offers + set_aside + failed_jobs + unconfirmed.count > 0
}

/** Also of a portal that 1C has sent nothing yet: its jobs may have failed, and orders may wait. */
function Troubles({ health }: { health: ExchangeHealth }) {
  return (
    <ul className={styles.troubles}>
      <Trouble count={health.waiting_offers} text="Предложения ждут товаров">
        <Link to="/admin/settings" hash="exchange">
          Разобрать
        </Link>
      </Trouble>
      <Trouble count={health.set_aside} text="Загрузки отложены">
        <Link to="/admin/settings" hash="exchange">
          Решить
        </Link>
      </Trouble>
      <Trouble count={health.failed_jobs} text="Задания не выполнены">
        <Link to="/admin/settings" hash="jobs">
          Повторить
        </Link>
      </Trouble>
      <Trouble count={health.unconfirmed.count} text="Заказы не ушли в 1С">
        {health.unconfirmed.first && (
          <Link to="/admin/orders/$id" params={{ id: String(health.unconfirmed.first.id) }}>
            Открыть {health.unconfirmed.first.number}
          </Link>
        )}
      </Trouble>
    </ul>
  )
}

function Trouble({ count, text, children }: { count: number; text: string; children: ReactNode }) {
  if (count === 0) return null
  return (
    <li>
      <span>
        {text}: <b className="bold">{quantity(count)}</b>
      </span>
      {children}
    </li>
  )
}
