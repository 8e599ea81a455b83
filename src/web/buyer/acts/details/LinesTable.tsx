import { Fragment, useState, type ReactNode } from 'react'
import type { ActDetails, ActRow, ActRun } from '#shared/api/money/acts.ts'
import { money, price, shortDate } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { useActRows } from '../use-acts.ts'
import { Answer } from './Answer.tsx'
import { orderItems, shortDocument, titleOf, totalsOf, type DebitCredit, type LinesViewProps } from './lines.ts'
import { runText } from './texts.ts'
import styles from './act.module.css'

/** Both ledgers side by side, as in a printed act. */
export function LinesTable({ act, rows, isRefreshing }: LinesViewProps) {
  const hasBook = act.book !== null
  // Days of another year than the current one are written with it.
  const namesYears = [act.startdate, act.enddate].some((date) => shortDate(date) === date)
  const { page = 1, pages = 1 } = rows?.pagination ?? {}
  return (
    <div className={table.frame}>
      <table
        className={`${table.table} ${styles.lines} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || rows === undefined}
      >
        <caption className="unseen">Строки акта</caption>
        <SideColumns dateWidth={namesYears ? 90 : 54} />
        {hasBook && <SideColumns dateWidth={namesYears ? 90 : 54} />}
        <colgroup>
          <col style={{ width: hasBook ? (namesYears ? 340 : 380) : '30%' }} />
        </colgroup>
        <TableHead act={act} />
        <tbody>
          {page === 1 && <BalanceRow act={act} kind="opening" name="Сальдо" />}
          {rows ? (
            orderItems(rows).map((item) =>
              item.kind === 'row' ? (
                <Row key={item.row.match} act={act} row={item.row} />
              ) : (
                <Run key={`run-${item.run.from}`} act={act} run={item.run} />
              ),
            )
          ) : (
            <SkeletonRows rows={10} columns={hasBook ? 9 : 5} />
          )}
          {page === pages && (
            <>
              <BalanceRow act={act} kind="turnover" name="Обороты" />
              <BalanceRow act={act} kind="closing" name="Сальдо" />
            </>
          )}
        </tbody>
      </table>
    </div>
  )
}

function SideColumns({ dateWidth }: { dateWidth: number }) {
  return (
    <colgroup>
      <col style={{ width: dateWidth }} />
      <col />
      <col style={{ width: 106 }} />
      <col style={{ width: 106 }} />
    </colgroup>
  )
}

function TableHead({ act: { seller, buyer, book } }: { act: ActDetails }) {
  return (
    <thead>
      {book && (
        <tr className={styles.sides}>
          <th scope="colgroup" colSpan={4}>
            По данным {seller?.name ?? 'поставщика'}
          </th>
          <th scope="colgroup" colSpan={4}>
            По данным {buyer.name}
          </th>
          <td className={styles.blank}>{''}</td>
        </tr>
      )}
      <tr>
        <SideHead />
        {book && <SideHead isSecond />}
        <th scope="col">{book ? 'Что не сошлось и ваш ответ' : 'Ваш ответ'}</th>
      </tr>
    </thead>
  )
}

function SideHead({ isSecond = false }: { isSecond?: boolean }) {
  return (
    <>
      <th scope="col" className={isSecond ? styles.secondSide : undefined}>
        Дата
      </th>
      <th scope="col">Документ</th>
      <th scope="col" className={table.number}>
        Дебет
      </th>
      <th scope="col" className={table.number}>
        Кредит
      </th>
    </>
  )
}

function BalanceRow({ act, kind, name }: { act: ActDetails; kind: 'opening' | 'turnover' | 'closing'; name: string }) {
  const { ours, theirs } = totalsOf(act)
  const date = kind === 'turnover' ? '' : shortDate(kind === 'opening' ? act.startdate : act.enddate)
  return (
    <tr className={styles.balance}>
      <SideTotals date={date} name={name} sums={ours[kind]} />
      {theirs && <SideTotals isSecond date={date} name={name} sums={theirs[kind]} />}
      <td>{theirs && kind !== 'turnover' && <BalanceNote act={act} kind={kind} />}</td>
    </tr>
  )
}

type TotalsProps = { date: string; name: string; sums: DebitCredit; isSecond?: boolean }

function SideTotals({ date, name, sums: { debit, credit }, isSecond = false }: TotalsProps) {
  return (
    <>
      <td className={isSecond ? styles.secondSide : undefined}>{date}</td>
      <td>{name}</td>
      <td className={table.number}>{debit !== 0 || credit === 0 ? price(debit) : ''}</td>
      <td className={table.number}>{credit !== 0 ? price(credit) : ''}</td>
    </>
  )
}

function BalanceNote({ act, kind }: { act: ActDetails; kind: 'opening' | 'closing' }) {
  if (kind === 'opening') {
    const { book, opening } = act
    if (book === null || book.opening === null) return <span className="dim">начального сальдо в файле нет</span>
    return book.opening === opening ? (
      <span className="ok">Начальное сальдо совпало</span>
    ) : (
      <span className="bad">Начальное сальдо не совпало</span>
    )
  }
  if (act.difference === 0) return <span className="ok">Сальдо совпало до копейки</span>
  return `Разница ${money(Math.abs(act.difference ?? 0))}${act.unexplained === 0 ? ', объяснена до копейки' : ''}`
}

function Row({ act, row }: { act: ActDetails; row: ActRow }) {
  const { ours, theirs, match, outcome } = row
  const rowCount = Math.max(ours.length, theirs.length)
  const hasBook = act.book !== null
  return Array.from({ length: rowCount }, (_, index) => (
    <tr
      // Lines of a match have no id.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      id={index === 0 ? `match-${match}` : undefined}
      className={styles.line}
      data-outcome={outcome}
    >
      <SideCells lines={ours} index={index} rowCount={rowCount}>
        {ours[index] && <OurDocument line={ours[index]} basis={hasBook ? '' : ours[index].basis} />}
      </SideCells>
      {hasBook && (
        <SideCells isSecond lines={theirs} index={index} rowCount={rowCount}>
          <span className={styles.document} title={theirs[index]?.document}>
            {theirs[index] && shortDocument(theirs[index].document)}
          </span>
        </SideCells>
      )}
      {index === 0 && (
        <td rowSpan={rowCount} className={styles.answerCell}>
          <Answer act={act} row={row} title={titleOf(row)} />
        </td>
      )}
    </tr>
  ))
}

function OurDocument({ line: { title, operation }, basis }: { line: ActRow['ours'][number]; basis: string }) {
  return (
    <span title={[operation, basis].filter(Boolean).join(', ')}>
      {title} {basis !== '' && <span className="dim">{basis}</span>}
    </span>
  )
}

type Line = { date: string | null; debit: number; credit: number }

type SideProps = { lines: readonly Line[]; index: number; rowCount: number; isSecond?: boolean; children: ReactNode }

function SideCells({ lines, index, rowCount, isSecond = false, children }: SideProps) {
  const line = lines[index]
  const border = isSecond ? styles.secondSide : ''
  if (lines.length === 0)
    return index === 0 ? (
      <td colSpan={4} rowSpan={rowCount} className={`${styles.missing} ${border}`}>
        нет
      </td>
    ) : null
  if (!line)
    return (
      <td colSpan={4} className={border}>
        {''}
      </td>
    )
  return (
    <>
      <td className={`${styles.date} ${border}`}>{line.date && shortDate(line.date)}</td>
      <td>{children}</td>
      <td className={`${table.number} ${styles.sum}`}>{line.debit !== 0 && price(line.debit)}</td>
      <td className={`${table.number} ${styles.sum}`}>{line.credit !== 0 && price(line.credit)}</td>
    </>
  )
}

/** A collapsed range of matching lines. */
function Run({ act, run }: { act: ActDetails; run: ActRun }) {
  const [open, setOpen] = useState(false)
  const { id } = act
  const { data } = useActRows({ id, view: 'all', from: run.from, to: run.to }, { enabled: open })
  return (
    <Fragment>
      <tr className={styles.run}>
        <td>
          <button type="button" aria-expanded={open} aria-label={runText(run)} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} />
          </button>
        </td>
        <td>{runText(run)}</td>
        <SumCells sums={run.ours} />
        <td colSpan={2} className={styles.secondSide}>
          {run.startdate && run.enddate && `${shortDate(run.startdate)} – ${shortDate(run.enddate)}`}
        </td>
        <SumCells sums={run.theirs} />
        <td>{''}</td>
      </tr>
      {open && data?.items.map((row) => <Row key={row.match} act={act} row={row} />)}
    </Fragment>
  )
}

function SumCells({ sums: { debit, credit } }: { sums: DebitCredit }) {
  return (
    <>
      <td className={table.number}>{debit !== 0 && price(debit)}</td>
      <td className={table.number}>{credit !== 0 && price(credit)}</td>
    </>
  )
}
