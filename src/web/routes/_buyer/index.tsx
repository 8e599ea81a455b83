import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ContractsCard } from '#web/features/contracts/ContractsCard.tsx'
import { DebtAlert } from '#web/features/contracts/DebtAlert.tsx'
import { initQuery, useContracts } from '#web/features/contracts/use-contracts.ts'
import { HomeScreen } from '#web/features/home/HomeScreen.tsx'
import { listQuery } from '#web/features/lists/use-lists.ts'
import { useMe } from '#web/features/session/use-session.ts'
import { bannersQuery } from '#web/features/showcase/use-banners.ts'
import { HomeShowcase } from '../-lists/HomeShowcase.tsx'

const SeenGoods = lazy(() => import('#web/features/views/SeenGoods.tsx').then((module) => ({ default: module.SeenGoods })))

export const Route = createFileRoute('/_buyer/')({
  loader: async ({ context: { queries, me } }) => {
    if (!me) return
    void queries.prefetchQuery(bannersQuery)
    void queries.prefetchQuery(listQuery({ name: 'special' }))
    // Alerts stand above all else: what comes before them would be pushed down.
    await queries.prefetchQuery(initQuery)
  },
  component: Home,
})

function Home() {
  const me = useMe()
  const showPrices = me?.rights.includes('price.view') ?? false
  const { contracts } = useContracts()
  return (
    <HomeScreen
      alerts={contracts.map((contract) => (
        <DebtAlert key={contract.id} contract={contract} />
      ))}
      contracts={<ContractsCard />}
      showcase={<HomeShowcase showPrices={showPrices} />}
      seen={
        <Suspense>
          <SeenGoods own showPrices={showPrices} />
        </Suspense>
      }
    />
  )
}
