import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExchangeHealth } from '#shared/api/staff/dashboard/waiting.ts'
import { timeAndDay } from '#web/parts/stock-age/stock-age-text.ts'
import { quantity } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/Tag.tsx'
import { queues, waitOfQueue } from './queues.ts'
import { useExchangeHealth, useWaiting } from './use-dashboard.ts'
import styles from './dashboard.module.css'

/** A tile per queue of this person: how many wait, and how long; the keys of their numbers open them. */
export function QueueTiles({ now, exchange }: { now: Date; exchange: boolean }) {
  const { data } = useWaiting()
  if (!data || data.queues.length + Number(exchange) === 0) return null
  return (
    <nav className={styles.tiles} aria-label="Что ждёт">
      {data.queues.map((figures, index) => {
        const { label, link } = queues[figures.queue]
        const { text, tone } = waitOfQueue(figures, now)
        return (
          <Link key={figures.queue} className={styles.tile} data-digit={index + 1} {...link}>
            <Tile label={label} digit={index + 1} figure={quantity(figures.count)} tone={tone}>
              {text}
            </Tile>
          </Link>
        )
      })}
      {exchange && <StockTile now={now} digit={data.queues.length + 1} />}
    </nav>
  )
}

function StockTile({ now, digit }: { now: Date; digit: number }) {
  const { data } = useExchangeHealth()
  const at = data?.streams.find(({ kind }) => kind === 'stocks')?.at
  if (!data || !at) return null
  const { text, tone } = lateStreams(data)
  return (
    <Link className={styles.tile} data-digit={digit} to="/admin/exchange">
      <Tile label="Остатки на" digit={digit} figure={timeAndDay(at, now)} tone={tone}>
        {text}
      </Tile>
    </Link>
  )
}

function lateStreams({ streams }: ExchangeHealth): { text: string; tone: Tone | undefined } {
  const late = streams.filter((stream) => stream.late).length
  if (late === 0) return { text: 'обмен идёт вовремя', tone: undefined }
  return { text: `опаздывает ${late} из ${streams.length}`, tone: 'warn' }
}

type TileProps = { label: string; digit: number; figure: string; tone: Tone | undefined; children: ReactNode }

function Tile({ label, digit, figure, tone, children }: TileProps) {
  return (
    <>
      <span className={styles.name}>
        {label}
        <kbd aria-hidden="true">{digit}</kbd>
      </span>
      <b className={styles.figure}>{figure}</b>
      <span className={styles.wait} data-tone={tone}>
        {children}
      </span>
    </>
  )
}
