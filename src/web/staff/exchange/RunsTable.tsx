import { Link } from '@tanstack/react-router'
import type { ExchangeRun } from '#shared/api/staff/exchange-log.ts'
import { quantity, shortDateTime } from '#web/ui/format.ts'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import type { ExchangeSearch } from './exchange-url.ts'
import { fileText, outcomeOf, progressOf } from './run-texts.ts'
import styles from './exchange.module.css'

export type RunRowsProps = {
  items: readonly ExchangeRun[] | undefined
  isRefreshing: boolean
  search: ExchangeSearch
}

export function RunsTable({ items, isRefreshing, search }: RunRowsProps) {
  return (
    <table className={table.table} aria-busy={isRefreshing || items === undefined}>
      <caption className="unseen">Загрузки из 1С</caption>
      <colgroup>
        <col style={{ width: 92 }} />
        <col style={{ width: '19%' }} />
        <col />
        <col style={{ width: 108 }} />
        <col style={{ width: 76 }} />
        <col style={{ width: 82 }} />
        <col style={{ width: 68 }} />
        <col style={{ width: 64 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Когда ↓</th>
          <th scope="col">Поток</th>
          <th scope="col">Файл</th>
          <th scope="col">Итог</th>
          <th scope="col" className={table.number}>
            Записей
          </th>
          <th scope="col" className={table.number}>
            Изменено
          </th>
          <th scope="col" className={table.number}>
            Отказы
          </th>
          <th scope="col" className={table.number} title="Записей в секунду">
            Зап./с
          </th>
        </tr>
      </thead>
      <tbody>
        {items?.map((run) => (
          <tr key={run.id} className={list.open} data-on={search.run === run.id || undefined}>
            <td className="dim">{shortDateTime(run.started_at)}</td>
            <td title={run.subject}>{run.subject}</td>
            <td title={fileText(run)}>
              <RunLink run={run} search={search} />
            </td>
            <td>
              <Outcome run={run} />
            </td>
            <td className={table.number}>{quantity(run.items_done)}</td>
            <td className={table.number}>{figure(run.created + run.changed)}</td>
            <td className={table.number}>
              {run.records === 0 ? '–' : <b className="bold bad">{quantity(run.records)}</b>}
            </td>
            <td className={`${table.number} dim`}>{run.speed === null ? '–' : quantity(run.speed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function RunCards({ items, isRefreshing, search }: RunRowsProps) {
  return (
    <ul className={styles.cards} aria-label="Загрузки из 1С" aria-busy={isRefreshing || items === undefined}>
      {items?.map((run) => (
        <li key={run.id} className={list.open}>
          <span className={styles.line}>
            <RunLink run={run} search={search} />
            <Outcome run={run} />
          </span>
          <small className="dim">
            {shortDateTime(run.started_at)} · {run.subject} · записей {quantity(run.items_done)}
            {run.records > 0 && `, отказов ${quantity(run.records)}`}
          </small>
        </li>
      ))}
    </ul>
  )
}

function RunLink({ run, search }: { run: ExchangeRun; search: ExchangeSearch }) {
  return (
    <Link
      to="/admin/exchange"
      search={{ ...search, run: run.id, records: undefined, find: undefined }}
      resetScroll={false}
      replace={search.run !== undefined}
      aria-current={search.run === run.id || undefined}
      className={list.link}
      data-row=""
      onKeyDown={moveRowFocus}
    >
      {fileText(run)}
    </Link>
  )
}

function Outcome({ run }: { run: ExchangeRun }) {
  const percent = progressOf(run)
  if (percent === undefined) {
    const { text, tone } = outcomeOf(run)
    return <Tag {...(tone ? { tone } : {})}>{text}</Tag>
  }
  return (
    <span className={styles.bar}>
      <progress max={100} value={percent} aria-label={`Загружено, ${run.name}`} /> {percent}&nbsp;%
    </span>
  )
}

function figure(count: number): string {
  return count === 0 ? '–' : quantity(count)
}
