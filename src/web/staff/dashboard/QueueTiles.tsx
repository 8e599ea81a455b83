import { Link } from '@tanstack/react-router'
import { quantity } from '#web/ui/format.ts'
import { queues, waitOfQueue } from './queues.ts'
import { useWaiting } from './use-dashboard.ts'
import styles from './dashboard.module.css'

/** A tile per queue of this person: how many wait, and how long; keys 1 to 6 open them. */
export function QueueTiles({ now }: { now: Date }) {
  const { data } = useWaiting()
  if (!data || data.queues.length === 0) return null
  return (
    <nav className={styles.tiles} aria-label="Что ждёт">
      {data.queues.map((figures, index) => {
        const { label, link } = queues[figures.queue]
        const { text, tone } = waitOfQueue(figures, now)
        return (
          <Link key={figures.queue} className={styles.tile} data-digit={index + 1} {...link}>
            <span className={styles.name}>
              {label}
              <kbd aria-hidden="true">{index + 1}</kbd>
            </span>
            <b className={styles.figure}>{quantity(figures.count)}</b>
            <span className={styles.wait} data-tone={tone}>
              {text}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
