import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { normaliseClaimsSearch } from '#web/buyer/claims/claims-url.ts'
import { ClaimsScreen } from '#web/buyer/claims/ClaimsScreen.tsx'
import { RightGate } from '#web/common/session/RightGate.tsx'

export const Route = createFileRoute('/_buyer/(aftersale)/reclamations/')({
  validateSearch: normaliseClaimsSearch,
  component: Claims,
})

function Claims() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="claim.view">
      {(me) => (
        <ClaimsScreen
          search={search}
          mayFile={may(me, 'claim.file')}
          onChange={(next) => void navigate({ search: next })}
        />
      )}
    </RightGate>
  )
}
