import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { normalisePeopleSearch } from '#web/buyer/people/people-url.ts'
import { PeopleScreen } from '#web/buyer/people/PeopleScreen.tsx'
import { grantableContractsQuery, peopleQuery, signInsQuery } from '#web/buyer/people/use-people.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/_buyer/(organisation)/people')({
  validateSearch: normalisePeopleSearch,
  loader: ({ context: { queries, me } }) => {
    if (!may(me, 'organisation.manage')) return
    void queries.prefetchQuery(peopleQuery)
    void queries.prefetchQuery(grantableContractsQuery)
    void queries.prefetchQuery(signInsQuery)
  },
  component: People,
})

function People() {
  const me = useMe()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  if (me === null) return null
  if (!may(me, 'organisation.manage'))
    return (
      <EmptyState title="Сотрудники вам недоступны">Их роли, договоры и лимиты ведёт владелец организации</EmptyState>
    )
  return (
    <PeopleScreen
      search={search}
      onChange={(next, saved = false) =>
        void navigate({ search: normalisePeopleSearch(next), resetScroll: false, ignoreBlocker: saved })
      }
    />
  )
}
