import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { FinancesScreen } from '#web/buyer/finances/FinancesScreen.tsx'
import { normaliseFinancesSearch } from '#web/buyer/finances/finances-url.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { NoContract } from '#web/parts/contracts/NoContract.tsx'

export const Route = createFileRoute('/_buyer/(money)/finances')({
  validateSearch: normaliseFinancesSearch,
  component: Finances,
})

function Finances() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { contracts, isLoaded } = useContracts()
  return (
    <RightGate right="finances.view">
      {(me) =>
        isLoaded && contracts.length === 0 ? (
          <NoContract />
        ) : (
          <FinancesScreen
            search={search}
            contracts={contracts}
            mayActs={may(me, 'acts.view')}
            mayOrder={may(me, 'order.place')}
            onChange={(next) => void navigate({ search: next })}
          />
        )
      }
    </RightGate>
  )
}
