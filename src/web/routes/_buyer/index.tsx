import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { may } from '#shared/rights.ts'
import { ContractsCard } from '#web/buyer/contracts/ContractsCard.tsx'
import { DebtAlert } from '#web/buyer/contracts/DebtAlert.tsx'
import { initQuery, useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { OverduePayments } from '#web/buyer/finances/OverduePayments.tsx'
import { overdueQuery } from '#web/buyer/finances/use-finances.ts'
import { TopNews } from '#web/buyer/pages/TopNews.tsx'
import { newsQuery } from '#web/buyer/pages/use-pages.ts'
import { HomeScreen } from '#web/buyer/home/HomeScreen.tsx'
import { listQuery } from '#web/buyer/lists/use-lists.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { bannersQuery } from '#web/buyer/showcase/use-banners.ts'
import { HomeShowcase } from '#web/pages/lists/HomeShowcase.tsx'

const RecentlyViewed = lazy(() =>
  import('#web/buyer/views/RecentlyViewed.tsx').then((module) => ({ default: module.RecentlyViewed })),
)

export const Route = createFileRoute('/_buyer/')({
  loader: async ({ context: { queries, me } }) => {
    if (!me) return
    void queries.prefetchQuery(bannersQuery)
    void queries.prefetchQuery(listQuery({ name: 'special' }))
    // Alerts are at the top, so they load first: otherwise they would push the page down.
    const [{ contracts }] = await Promise.all([queries.ensureQueryData(initQuery), queries.prefetchQuery(newsQuery)])
    if (!may(me, 'finances.view')) return
    const withAlerts = contracts.filter(({ stopOrders, debtAlert }) => stopOrders || debtAlert)
    await Promise.all(withAlerts.map(({ id }) => queries.prefetchQuery(overdueQuery(id))))
  },
  component: Home,
})

function Home() {
  const me = useMe()
  const showPrices = may(me, 'price.view')
  const { contracts } = useContracts()
  return (
    <HomeScreen
      alerts={
        <>
          <TopNews />
          {contracts.map((contract) => (
            <DebtAlert
              key={contract.id}
              contract={contract}
              payments={may(me, 'finances.view') && <OverduePayments contract={contract.id} />}
            />
          ))}
        </>
      }
      contracts={<ContractsCard />}
      showcase={<HomeShowcase showPrices={showPrices} />}
      seen={
        <Suspense>
          <RecentlyViewed own showPrices={showPrices} />
        </Suspense>
      }
    />
  )
}
