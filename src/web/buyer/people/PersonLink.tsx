import { Link } from '@tanstack/react-router'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import type { PeopleSearch } from './people-url.ts'

/** Opens a person beside the list; the whole row is clickable. */
export function PersonLink({ person: { id, name }, search }: { person: Manager; search: PeopleSearch }) {
  return (
    <Link
      to="/people"
      search={{ ...search, person: id }}
      resetScroll={false}
      className={list.link}
      data-row=""
      onKeyDown={moveRowFocus}
      replace={search.person !== undefined}
      aria-current={search.person === id || undefined}
    >
      {name}
    </Link>
  )
}
