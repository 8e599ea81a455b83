import { createFileRoute } from '@tanstack/react-router'
import { ContractsCard } from '#web/features/contracts/ContractsCard.tsx'
import { DebtAlert } from '#web/features/contracts/DebtAlert.tsx'
import { useContracts } from '#web/features/contracts/use-contracts.ts'
import { HomeScreen } from '#web/features/home/HomeScreen.tsx'

export const Route = createFileRoute('/_buyer/')({ component: Home })

function Home() {
  const { contracts } = useContracts()
  return (
    <HomeScreen
      alerts={contracts.map((contract) => (
        <DebtAlert key={contract.id} contract={contract} />
      ))}
      contracts={<ContractsCard />}
    />
  )
}
