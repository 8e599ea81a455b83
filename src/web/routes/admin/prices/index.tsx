import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { changePricesSearch, normalisePricesSearch } from '#web/staff/prices/prices-url.ts'
import { PricesScreen } from '#web/staff/prices/PricesScreen.tsx'

export const Route = createFileRoute('/admin/prices/')({
  validateSearch: normalisePricesSearch,
  component: Prices,
})

function Prices() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.settings">
      {() => (
        <PricesScreen
          search={search}
          onSearch={(change) =>
            void navigate({ search: changePricesSearch(search, change), replace: true, resetScroll: false })
          }
        />
      )}
    </RightGate>
  )
}
