import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { ActsScreen } from '#web/buyer/acts/ActsScreen.tsx'
import { normaliseActsSearch } from '#web/buyer/acts/acts-url.ts'
import { DebtToday } from '#web/buyer/acts/DebtToday.tsx'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { NoContract } from '#web/parts/contracts/NoContract.tsx'

export const Route = createFileRoute('/_buyer/acts/')({
  validateSearch: normaliseActsSearch,
  component: Acts,
})

function Acts() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { contracts, isLoaded } = useContracts()
  return (
    <RightGate right="acts.view">
      {(me) =>
        contracts.length === 0 ? (
          isLoaded && <NoContract />
        ) : (
          <ActsScreen
            search={search}
            contracts={contracts}
            email={me.demo ? '' : me.login}
            debts={may(me, 'finances.view') && <DebtToday contracts={contracts} />}
            onChange={(next) => void navigate({ search: next })}
          />
        )
      }
    </RightGate>
  )
}
