import { plural } from '#shared/rules/plural.ts'
import { quantity } from '#web/ui/format.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ModeSegments } from '../ModeSegments.tsx'
import type { CartMode } from '../additions.ts'
import { isAdded, groupCounts, matchesFilter, proposedRows, type Filter, type ReviewRow } from './review-rows.ts'
import styles from './upload.module.css'

type SummaryProps = {
  rows: readonly ReviewRow[]
  filter: Filter
  query: string
  mode: CartMode
  /** The rows become drafts, regardless of the basket. */
  isSplit: boolean
  onShow: (filter: Filter, query: string) => void
  onAcceptAll: () => void
  onMode: (mode: CartMode) => void
}

/** Shorter reviews have no search and filters. */
const minRowsForFilter = 20

/** Numbers of rows by result, and the filter of shown rows. */
export function Summary({ rows, filter, query, mode, isSplit, onShow, onAcceptAll, onMode }: SummaryProps) {
  const proposed = proposedRows(rows, isSplit).length
  const isInBasket = !isSplit && rows.some((row) => row.in_basket > 0 && isAdded(row))
  const counts = groupCounts(rows)
  const found = rows.filter((row) => matchesFilter(row, 'found')).length
  const tags = [
    { tone: 'bad', count: counts.notFound, words: plural(counts.notFound, ['не найдена', 'не найдены', 'не найдено']) },
    { tone: 'warn', count: counts.check, words: 'уточнить' },
    { tone: 'warn', count: counts.out, words: 'нет в наличии' },
    { tone: 'warn', count: counts.belowStep, words: 'меньше кратности' },
    { tone: 'info', count: counts.changed, words: plural(counts.changed, ['исправлена', 'исправлены', 'исправлено']) },
    { tone: 'ok', count: counts.ok, words: plural(counts.ok, ['найдена', 'найдены', 'найдено']) },
    { tone: undefined, count: counts.skipped, words: plural(counts.skipped, ['исключена', 'исключены', 'исключено']) },
  ] as const
  return (
    <div className={styles.summary}>
      <Segments
        label="Какие строки показать"
        options={[
          { value: 'attention', label: 'Требуют внимания', count: rows.length - found },
          { value: 'all', label: 'Все', count: rows.length },
          { value: 'found', label: 'Найдены', count: found },
        ]}
        value={filter}
        onChange={(chosen) => onShow(chosen, query)}
      />
      {rows.length > minRowsForFilter && (
        <BarSearch
          key={query}
          label="Найти среди строк"
          placeholder="Найти строку"
          value={query}
          onSearch={(search) => onShow(search === '' ? filter : 'all', search)}
        />
      )}
      {proposed > 0 && (
        <Button small onClick={onAcceptAll}>
          Принять все предложенные ({quantity(proposed)})
        </Button>
      )}
      {isInBasket && <ModeSegments mode={mode} onMode={onMode} />}
      <span className="grow" />
      <span className={styles.tags} role="status">
        {tags.map(
          ({ tone, count, words }) =>
            count > 0 && (
              <Tag key={words} {...(tone ? { tone } : {})}>
                {quantity(count)} {words}
              </Tag>
            ),
        )}
      </span>
    </div>
  )
}
