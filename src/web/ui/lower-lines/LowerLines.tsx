import { useState, type ReactNode } from 'react'
import { formatKopecks } from '#shared/rules/money.ts'
import { Button } from '../Button.tsx'
import { useConfirm } from '../confirm.tsx'
import { Note } from '../Note.tsx'
import { usePhone } from '../use-phone.ts'
import { changedLines, isEmptied, sumsOf, type LowerRows, type OrderedLine, type Wishes } from './changes.ts'
import { LowerCards } from './LowerCards.tsx'
import { LowerTable } from './LowerTable.tsx'
import styles from './lower-lines.module.css'

type LowerLinesProps = {
  lines: readonly OrderedLine[]
  showsPrices: boolean
  busy: boolean
  /** A refusal of the server. */
  error: ReactNode
  onSave: (lines: { line: number; qnt: number }[]) => void
  onClose: () => void
}

/** From here on the deeds stand below the lines, too. */
const manyLines = 8

/** The lines of an order while they are lowered: each may be put back until the change is saved. */
export function LowerLines({ lines, showsPrices, busy, error, onSave, onClose }: LowerLinesProps) {
  const [wishes, setWishes] = useState<Wishes>({})
  const confirm = useConfirm()
  const phone = usePhone()
  const changed = changedLines(lines, wishes)
  const sums = showsPrices ? sumsOf(lines, wishes) : undefined
  const left = lines.filter(({ cancel }) => !cancel)
  const rows: LowerRows = {
    lines: left,
    wishes,
    showsPrices,
    onWish: ({ line }, quantityMilli) => setWishes(({ [line]: _before, ...others }) => (quantityMilli === undefined ? others : { ...others, [line]: quantityMilli })),
  }

  async function save() {
    const question = isEmptied(lines, wishes) ? 'Убрать все строки? Заказ будет отменён, товары вернутся в продажу.' : 'Сохранить изменения? Вернуть прежнее количество в этом заказе будет нельзя.'
    if (await confirm(question)) onSave(changed)
  }

  // Heard once, though it stands twice.
  const bar = (heard: boolean) => (
    <div className={styles.bar}>
      <span className={styles.told} role={heard ? 'status' : undefined}>
        {changed.length === 0 ? 'Количество можно уменьшить, строку – убрать' : `Изменено строк: ${changed.length}`}
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
          Не менять
        </Button>
        <Button look="primary" busy={busy} disabled={changed.length === 0} onClick={() => void save()}>
          Сохранить
        </Button>
      </span>
    </div>
  )
  return (
    <section aria-label="Изменение заказа" className={styles.lower}>
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
