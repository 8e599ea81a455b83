import { Link } from '@tanstack/react-router'
import list from '#web/ui/tables/paged-list.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import type { RegistrationsSearch } from './registrations-url.ts'

type LinkProps = { request: { id: number; company: string }; search: RegistrationsSearch; isSplit: boolean }

/** Opens a request beside the list if the screen is wide enough, else on its own page. */
export function RegistrationLink({ request: { id, company }, search, isSplit }: LinkProps) {
  const variant = { className: list.link, 'data-row': '', onKeyDown: moveRowFocus }
  if (!isSplit) {
    return (
      <Link to="/admin/registrations/$id" params={{ id: String(id) }} {...variant}>
        {company}
      </Link>
    )
  }
  return (
    <Link
      to="/admin/registrations"
      search={{ ...search, request: id }}
      resetScroll={false}
      replace={search.request !== undefined}
      aria-current={search.request === id || undefined}
      {...variant}
    >
      {company}
    </Link>
  )
}
