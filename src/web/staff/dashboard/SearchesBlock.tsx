import { Link } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { quantity } from '#web/ui/format.ts'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { Block } from './Block.tsx'
import { useEmptySearches } from './use-dashboard.ts'
import styles from './dashboard.module.css'

const title = 'Ищут и не находят'

/** Words that find nothing, each with the way to a set of synonyms. */
export function SearchesBlock() {
  const query = useEmptySearches()
  const { data } = query
  const extra = data && data.searches > 0 && (
    <span className="dim small">
      {quantity(data.empty)} из {quantity(data.searches)} поисков, 7 дней
    </span>
  )
  return (
    <Block title={title} extra={extra} query={query}>
      {({ items, searches }) =>
        items.length === 0 ? (
          <EmptyState title={searches === 0 ? 'Пока никто не искал' : 'Всё находится'}>
            Запросы, по которым каталог ничего не нашёл, появятся здесь
          </EmptyState>
        ) : (
          <table className={`${table.table} ${styles.last}`}>
            <caption className="unseen">{title}</caption>
            <colgroup>
              <col />
              <col style={{ width: 48 }} />
              <col style={{ width: 138 }} />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Запрос</th>
                <th scope="col" className={table.number}>
                  Раз
                </th>
                <th scope="col">
                  <span className="unseen">Синонимы</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ query, times, synonym }) => (
                <tr key={query}>
                  <td title={query}>{query}</td>
                  <td className={table.number}>{quantity(times)}</td>
                  <td className={table.number}>
                    {synonym ? (
                      <Tag tone="ok">есть синоним</Tag>
                    ) : (
                      <Link to="/admin/synonyms" search={{ word: query }} data-row="" onKeyDown={moveRowFocus}>
                        Добавить синоним<span className="unseen"> к «{query}»</span>
                      </Link>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Block>
  )
}
