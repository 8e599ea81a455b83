import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseExchangeSearch, type ExchangeSearch } from '#web/staff/exchange/exchange-url.ts'
import { ExchangeScreen } from '#web/staff/exchange/ExchangeScreen.tsx'

export const Route = createFileRoute('/admin/exchange')({
  // Normalised by the page: what this does would be part of every first load.
  validateSearch: (raw) => raw as ExchangeSearch,
  component: Exchange,
})

function Exchange() {
  const search = normaliseExchangeSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.settings">
      {() => (
        <ExchangeScreen search={search} onChange={(next) => void navigate({ search: next, resetScroll: false })} />
      )}
    </RightGate>
  )
}
