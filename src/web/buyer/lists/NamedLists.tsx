import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/Button.tsx'
import { quantity } from '#web/ui/format.ts'
import type { NamedList } from './use-lists.ts'
import styles from './goods-list.module.css'

type NamedListsProps = {
  lists: readonly NamedList[]
  chosen: number | undefined
  total: number | undefined
  onNew: () => void
}

/** Links to all favourites and to each named list. */
export function NamedLists({ lists, chosen, total, onNew }: NamedListsProps) {
  return (
    <>
      <nav className={styles.lists} aria-label="Списки избранного">
        <Tab list={undefined} current={chosen === undefined} label="Все" count={total} />
        {lists.map(({ id, header, count }) => (
          <Tab key={id} list={id} current={chosen === id} label={header} count={count} />
        ))}
      </nav>
      <Button small variant="plain" icon="plus" onClick={onNew}>
        Новый список
      </Button>
    </>
  )
}

function Tab({
  list,
  current,
  label,
  count,
}: {
  list: number | undefined
  current: boolean
  label: string
  count: number | undefined
}) {
  return (
    <Link
      to="/favorites"
      search={list === undefined ? {} : { list }}
      className={styles.tab}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      title={label}
    >
      <span className="clip">{label}</span>
      {count !== undefined && <em>{quantity(count)}</em>}
    </Link>
  )
}
