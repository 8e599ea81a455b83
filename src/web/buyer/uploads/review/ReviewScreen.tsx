import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import type { CartMode } from '../additions.ts'
import { useCtrlEnter } from '../use-ctrl-enter.ts'
import { ColumnSelects } from './ColumnSelects.tsx'
import { NoRows } from './NoRows.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import { ReviewCards } from './rows/ReviewCards.tsx'
import {
  acceptProposal,
  matchesSearch,
  matchesFilter,
  proposedRows,
  sortRows,
  type Filter,
  type ReviewRow,
} from './review-rows.ts'
import { Questions } from './Questions.tsx'
import { RowCounts } from './RowCounts.tsx'
import { ReviewTable } from './rows/ReviewTable.tsx'
import { SplitBar } from './SplitBar.tsx'
import { SplitOutcome } from './SplitOutcome.tsx'
import { withDraftStatus, planDrafts, splitColumns, type SavedDrafts } from './split-columns.ts'
import { OtherSheets } from './OtherSheets.tsx'
import { Summary } from './Summary.tsx'
import { useRowEdits } from './use-row-edits.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useReport } from './use-report.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { confirmedReading, uploadTitle, type Reading, type Upload } from './upload.ts'
import styles from './upload.module.css'

const ChooseDialog = lazy(() => import('../ChooseDialog.tsx').then((module) => ({ default: module.ChooseDialog })))

type ReviewScreenProps = {
  upload: Upload
  find: GoodsFinder
  /** The table is being read again, or added to the basket. */
  reading: boolean
  adding: boolean
  problem: ReactNode
  otherFile: ReactNode
  onChange: (change: (rows: readonly ReviewRow[]) => readonly ReviewRow[]) => void
  onRead: (reading: Reading) => void
  onMode: (mode: CartMode) => void
  onAdd: () => void
  onSaveDrafts: () => void
  /** The drafts created from these rows. */
  saved: SavedDrafts | undefined
}

/** Result of every row of a table: errors first, edited in place. */
export function ReviewScreen({
  upload,
  find,
  reading,
  adding,
  problem,
  otherFile,
  onChange,
  onRead,
  onMode,
  onAdd,
  onSaveDrafts,
  saved,
}: ReviewScreenProps) {
  const { answer, contract, mode } = upload
  const split = useMemo(() => splitColumns(upload), [upload])
  const rows = useMemo(() => (split ? upload.rows.map(withDraftStatus) : upload.rows), [upload.rows, split])
  const { filter, query, shown, show } = useShownRows(answer, rows)
  const { actions, busyRow, choosing, error, chooseGood, close } = useRowEdits(contract, onChange)
  const rowFocus = useRowFocus()
  const report = useReport()
  useCtrlEnter(() => {
    // A quantity that is still being typed is included.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (adding || answer.asks.includes('columns')) return
    if (split) onSaveDrafts()
    else onAdd()
  })
  const phone = usePhone()
  const chosen = rows.find(({ line }) => line === choosing)
  const list = { rows: shown, busyRow, actions, mode, split }
  const hasTexts = useMemo(
    () => ({ codes: rows.some(({ raw }) => raw.code !== ''), names: rows.some(({ raw }) => raw.name !== '') }),
    [rows],
  )
  const bar = {
    unconfirmed: answer.asks.includes('columns'),
    busy: adding,
    reporting: report.isPending,
    onConfirm: () => onRead(confirmedReading(upload)),
    onReport: () => report.mutate(upload),
  }
  const acceptAll = () => {
    // The button disappears with the last proposal.
    document.querySelector<HTMLElement>('[data-own-bar]')?.focus({ preventScroll: true })
    onChange((current) => {
      const proposed = new Set(proposedRows(current, split !== undefined).map(({ line }) => line))
      return current.map((row) => (proposed.has(row.line) ? acceptProposal(row) : row))
    })
  }
  return (
    <Page
      title={<span className={styles.file}>{answer.file || 'Вставленные строки'}</span>}
      extra={<span className="dim">{describeTable(upload)}</span>}
      actions={otherFile}
    >
      <PageTitle>{uploadTitle}</PageTitle>
      {problem}
      {saved && <SplitOutcome key={saved.drafts[0]?.id} saved={saved} />}
      {!answer.own && <ColumnSelects upload={upload} busy={reading} onRead={onRead} />}
      {!answer.own && <Questions upload={upload} busy={reading} onRead={onRead} />}
      <OtherSheets answer={answer} busy={reading} onRead={onRead} />
      {answer.truncated && (
        <Note tone="warn">
          Показаны первые {withCount(rows.length, ['строка', 'строки', 'строк'])} с количеством. Остальные загрузите
          отдельным файлом
        </Note>
      )}
      <RowCounts answer={answer} />
      {rows.length === 0 ? (
        <NoRows answer={answer} />
      ) : (
        <>
          <Summary
            rows={rows}
            filter={filter}
            query={query}
            mode={mode}
            isSplit={split !== undefined}
            onShow={show}
            onAcceptAll={acceptAll}
            onMode={onMode}
          />
          <div {...rowFocus} className={styles.rows} data-waiting={reading || undefined} inert={reading}>
            {shown.length === 0 ? (
              <NoMatchingRows filter={filter} query={query} onShowAll={() => show('all', '')} />
            ) : phone ? (
              <ReviewCards {...list} />
            ) : (
              <ReviewTable {...list} texts={hasTexts} />
            )}
          </div>
          {split ? (
            <SplitBar {...bar} planned={planDrafts(upload, split)} onSave={onSaveDrafts} />
          ) : (
            <ReviewBar {...bar} rows={rows} mode={mode} onAdd={onAdd} />
          )}
        </>
      )}
      {chosen && (
        <Suspense>
          <ChooseDialog
            // A product with variants needs another choice.
            key={chosen.candidates[0]?.id ?? 0}
            rowText={[chosen.raw.code, chosen.raw.name].filter(Boolean).join(' · ')}
            candidates={chosen.candidates}
            find={find}
            error={error}
            onChoose={({ id }) => chooseGood(chosen, id)}
            onClose={close}
          />
        </Suspense>
      )}
    </Page>
  )
}

function NoMatchingRows({ filter, query, onShowAll }: { filter: Filter; query: string; onShowAll: () => void }) {
  if (query !== '')
    return (
      <EmptyState title={`Строк с «${query}» нет`} action={<Button onClick={onShowAll}>Показать все</Button>}>
        Ищем в артикулах и названиях файла и каталога
      </EmptyState>
    )
  if (filter === 'attention')
    return <EmptyState title="Все строки найдены">Проверьте количества и добавьте заказ в корзину</EmptyState>
  return <EmptyState title="Таких строк нет">Посмотрите строки, которые требуют внимания</EmptyState>
}

/** The rows that matched the filter when it was applied: an edited row stays visible. */
function useShownRows(
  answer: Upload['answer'],
  rows: readonly ReviewRow[],
): { filter: Filter; query: string; shown: ReviewRow[]; show: (filter: Filter, query: string) => void } {
  const initialView = () => ({ answer, ...createView(rows, initialFilter(answer, rows), '') })
  const [view, setView] = useState(initialView)
  if (view.answer !== answer) setView(initialView())
  const shown = useMemo(() => {
    const byLine = new Map(rows.map((row) => [row.line, row]))
    return view.order.flatMap((line) => byLine.get(line) ?? [])
  }, [rows, view.order])
  return {
    filter: view.filter,
    query: view.query,
    shown,
    show: (filter, query) => setView({ answer, ...createView(rows, filter, query) }),
  }
}

function createView(
  rows: readonly ReviewRow[],
  filter: Filter,
  query: string,
): { filter: Filter; query: string; order: number[] } {
  return {
    filter,
    query,
    order: sortRows(rows.filter((row) => matchesFilter(row, filter) && matchesSearch(row, query))).map(
      ({ line }) => line,
    ),
  }
}

/** Our own price list needs no check, so found rows are shown with the others. */
function initialFilter({ own }: Upload['answer'], rows: readonly ReviewRow[]): Filter {
  return !own && rows.some((row) => matchesFilter(row, 'attention')) ? 'attention' : 'all'
}

/** 'лист «Лист1» · 342 строки · 12 без количества' */
function describeTable({ answer: { sheets, sheet, skipped, own }, rows }: Upload): string {
  const name = sheets.length === 1 ? sheets.find(({ index }) => index === sheet)?.name : undefined
  return [
    own && 'наш прайс-лист',
    !own && name && `лист «${name}»`,
    rows.length > 0 && withCount(rows.length, ['строка', 'строки', 'строк']),
    skipped > 0 && `${skipped} без количества`,
  ]
    .filter(Boolean)
    .join(' · ')
}
