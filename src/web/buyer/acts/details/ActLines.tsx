import { Link } from '@tanstack/react-router'
import type { ActDetails, ActView } from '#shared/api/money/acts.ts'
import { kopecks } from '#shared/rules/money.ts'
import { money } from '#web/ui/format.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { normaliseActSearch, type ActSearch } from '../acts-url.ts'
import { useActRows } from '../use-acts.ts'
import { useFocusLine } from './use-focus-line.ts'
import { LineCards } from './LineCards.tsx'
import { LinesTable } from './LinesTable.tsx'
import styles from './act.module.css'

type LinesProps = {
  act: ActDetails
  search: ActSearch
  lineToFocus: number | undefined
  onFocused: () => void
  onChange: (search: ActSearch) => void
}

/** Lines of an act with the matching lines of the buyer's file; matching ranges are collapsed. */
export function ActLines({ act, search, lineToFocus, onFocused, onChange }: LinesProps) {
  const { id, book, unexplained } = act
  const view = search.view ?? (book && act.differences > 0 ? 'differences' : 'all')
  const list = useActRows({ id, view, ...(search.page ? { page: search.page } : {}) }, { enabled: true })
  const { data, isFetching, isPlaceholderData } = list
  const isRefreshing = isFetching && isPlaceholderData
  useFocusLine(isRefreshing ? undefined : lineToFocus, data, onFocused)
  const linesProps = { act, view, rows: data, isRefreshing }
  return (
    <>
      {unexplained !== null && kopecks(unexplained) !== 0 && (
        <Note tone="warn">
          В вашем файле сальдо и обороты расходятся на {money(Math.abs(unexplained))}: возможно, выгружены не все
          строки.
        </Note>
      )}
      <div className={`${styles.views} no-print`}>
        <Segments
          label="Какие строки показать"
          options={viewsOf(act)}
          value={view}
          onChange={(next) => onChange(normaliseActSearch({ view: next }))}
        />
        {book && <span className="small dim">сопоставлено по номеру, дате и сумме</span>}
        <span className="grow" />
        <span className="small dim">суммы в рублях</span>
      </div>
      <PagedList
        list={list}
        empty={<NoLines view={view} />}
        cards={<LineCards {...linesProps} />}
        table={<LinesTable {...linesProps} />}
        link={({ page, label, current, children }) => (
          <Link
            to="/acts/$id"
            params={{ id: String(id) }}
            search={normaliseActSearch({ view: search.view, page })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </>
  )
}

function viewsOf({ book, differences, disputed, outcomes }: ActDetails) {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const views: { value: ActView; label: string; count: number }[] = [{ value: 'all', label: 'Все строки', count: all }]
  if (book) {
    views.unshift({ value: 'differences', label: 'Расхождения', count: differences })
    views.push({ value: 'same', label: 'Совпали', count: outcomes.same })
  }
  if (disputed > 0) views.push({ value: 'disputed', label: 'Спорные', count: disputed })
  return views
}

const emptyTexts: Record<ActView, { title: string; text: string }> = {
  differences: { title: 'Расхождений нет', text: 'Все строки вашего учёта совпали с актом: его можно подтвердить' },
  all: { title: 'Движений за период нет', text: 'За эти дни не было ни отгрузок, ни оплат: сальдо не изменилось' },
  same: { title: 'Совпавших строк нет', text: 'Проверьте, тот ли файл и период загружены' },
  disputed: { title: 'Спорных строк нет', text: 'Отметьте «Спорим» у строк, с которыми не согласны' },
}

function NoLines({ view }: { view: ActView }) {
  const { title, text } = emptyTexts[view]
  return <EmptyState title={title}>{text}</EmptyState>
}
