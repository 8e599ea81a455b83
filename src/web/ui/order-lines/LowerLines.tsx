import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatKopecks } from '#shared/rules/money.ts'
import { Button } from '../Button.tsx'
import { useConfirm } from '../confirm.tsx'
import { Note } from '../Note.tsx'
import { usePhone } from '../use-phone.ts'
import { changedLines, isEmptied, leavingLines, sumsOf, type LowerRows, type OrderedLine, type Wishes } from './changes.ts'
import { deedWords, type LinesDeed } from './deed-words.ts'
import { LowerCards } from './LowerCards.tsx'
import { LowerTable } from './LowerTable.tsx'
import styles from './order-lines.module.css'

type LowerLinesProps = {
  deed?: LinesDeed
  lines: readonly OrderedLine[]
  showsPrices: boolean
  busy: boolean
  /** A refusal of the server. */
  error: ReactNode
  /** The lines that become less; when shipping, what leaves of each. */
  onSave: (lines: { line: number; qnt: number }[]) => void
  onClose: () => void
}

/** From here on the deeds stand below the lines, too. */
const manyLines = 8

/** The lines of an order while they are lowered, or shipped: each may be put back until that is saved. */
export function LowerLines({ deed = 'lower', lines, showsPrices, busy, error, onSave, onClose }: LowerLinesProps) {
  const [wishes, setWishes] = useState<Wishes>({})
  const section = useRef<HTMLElement>(null)
  const confirm = useConfirm()
  const phone = usePhone()
  const words = deedWords[deed]
  const changed = changedLines(lines, wishes)
  const emptied = isEmptied(lines, wishes)
  const idle = deed === 'ship' ? emptied : changed.length === 0
  const sums = showsPrices ? sumsOf(lines, wishes) : undefined
  const left = lines.filter(({ cancel }) => !cancel)
  const rows: LowerRows = {
    lines: left,
    wishes,
    words,
    showsPrices,
    onWish: ({ line }, quantityMilli) => setWishes(({ [line]: _before, ...others }) => (quantityMilli === undefined ? others : { ...others, [line]: quantityMilli })),
  }

  // Whoever asked for the fields types next.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) section.current?.querySelector<HTMLInputElement>('input[data-quantity]')?.focus({ preventScroll: true })
  }, [])

  async function save() {
    if (await confirm(emptied ? words.question.none : words.question.some)) onSave(deed === 'ship' ? leavingLines(lines, wishes) : changed)
  }

  // Heard once, though it stands twice.
  const bar = (heard: boolean) => (
    <div className={styles.bar}>
      <span className={styles.told} role={heard ? 'status' : undefined}>
        {changed.length === 0 ? words.idle : `${words.changed}: ${changed.length}`}
        {sums && sums.after !== sums.before && (
          <span className="nowrap">
            {' '}
            · товары <s className="dim">{formatKopecks(sums.before)}</s> <b className="bold">{formatKopecks(sums.after)} ₽</b>
          </span>
        )}
      </span>
      <span className="grow" />
      <span className={styles.deeds}>
        {changed.length > 0 && (
          <Button look="plain" disabled={busy} onClick={() => setWishes({})}>
            Вернуть всё
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          {words.keep}
        </Button>
        <Button look="primary" busy={busy} disabled={idle} onClick={() => void save()}>
          {words.save}
        </Button>
      </span>
    </div>
  )
  return (
    <section ref={section} aria-label={words.section} className={styles.lower}>
      {error !== undefined && (
        <Note tone="bad" role="alert">
          {error}
        </Note>
      )}
      {bar(true)}
      {phone ? <LowerCards {...rows} /> : <LowerTable {...rows} />}
      {left.length > manyLines && bar(false)}
    </section>
  )
}
