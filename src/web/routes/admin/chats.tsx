import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseTalksSearch } from '#web/staff/talks/talks-url.ts'
import { TalksScreen } from '#web/staff/talks/TalksScreen.tsx'

export const Route = createFileRoute('/admin/chats')({ validateSearch: normaliseTalksSearch, component: Talks })

function Talks() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.customers">
      {(me) => (
        <TalksScreen
          search={search}
          seesGoods={may(me, 'staff.catalogue')}
          seesClaims={may(me, 'staff.claims')}
          onChange={(next) => void navigate({ search: next })}
        />
      )}
    </RightGate>
  )
}
