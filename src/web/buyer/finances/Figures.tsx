import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Finances } from '#shared/api/money/finances.ts'
import { money, relativeDay } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { AgeingBars } from './Ageing.tsx'
import { changeFinancesSearch, type FinancesSearch } from './finances-url.ts'
import styles from './finances.module.css'

type FiguresProps = { finances: Finances | undefined; search: FinancesSearch }

/** Debt figures of the contract, and its debts by age. */
export function Figures({ finances, search }: FiguresProps) {
  if (!finances) return <FiguresSkeleton />
  const { debt, overdue, advance, limit, available, next_payment: next } = finances
  return (
    <div className={styles.figures}>
      <Figure
        name="Долг"
        value={<ViewLink search={search} view="unpaid" sum={debt} />}
        note={next && `${money(next.sum)} до ${relativeDay(next.date)}`}
      />
      <Figure
        name="Просрочено"
        tone={overdue !== null && overdue > 0 ? 'bad' : undefined}
        value={overdue === null ? '–' : <ViewLink search={search} view="overdue" sum={overdue} />}
      />
      <Figure name="Аванс" value={money(advance)} />
      <Figure name="Лимит" value={limit === null ? 'нет' : money(limit)} />
      <Figure
        name="Доступно"
        tone={available === null ? undefined : available > 0 ? 'ok' : 'bad'}
        value={available === null ? '–' : money(Math.max(0, available))}
        note={available !== null && available < 0 && `лимит превышен на ${money(-available)}`}
      />
      <AgeingBars ageing={finances.ageing} />
    </div>
  )
}

function Figure({
  name,
  value,
  note,
  tone,
}: {
  name: string
  value: ReactNode
  note?: ReactNode
  tone?: 'ok' | 'bad' | undefined
}) {
  return (
    <dl className={styles.figure}>
      <dt>{name}</dt>
      <dd className={tone}>{value}</dd>
      {note && <dd className={styles.figureNote}>{note}</dd>}
    </dl>
  )
}

/** A sum linked to its documents. */
function ViewLink({ search, view, sum }: { search: FinancesSearch; view: 'unpaid' | 'overdue'; sum: number }) {
  if (sum <= 0) return money(sum)
  return (
    <Link to="/finances" search={changeFinancesSearch(search, { view })} className={styles.sum}>
      {money(sum)}
    </Link>
  )
}

function FiguresSkeleton() {
  return (
    <div className={styles.figures} aria-busy="true">
      {['debt', 'overdue', 'advance', 'limit', 'available', 'ageing'].map((key) => (
        <div key={key} className={styles.figure}>
          <Skeleton width="60%" />
          <Skeleton width="80%" height={18} />
        </div>
      ))}
    </div>
  )
}
