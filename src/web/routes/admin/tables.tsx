import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { FeedTablesScreen } from '#web/staff/feed-tables/FeedTablesScreen.tsx'
import { normaliseTablesSearch } from '#web/staff/feed-tables/tables-url.ts'

export const Route = createFileRoute('/admin/tables')({ validateSearch: normaliseTablesSearch, component: Tables })

function Tables() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.settings">
      {() => (
        <FeedTablesScreen
          chosen={search.feed}
          onChoose={(feed) => void navigate({ search: { feed }, replace: true, resetScroll: false })}
        />
      )}
    </RightGate>
  )
}
