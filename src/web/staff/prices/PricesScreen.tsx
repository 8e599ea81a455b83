import { lazy, Suspense, useState } from 'react'
import type { StaffPriceType } from '#shared/api/staff/prices.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { CurrenciesCard } from './CurrenciesCard.tsx'
import { PricePanel } from './PricePanel.tsx'
import type { PricesChange, PricesSearch } from './prices-url.ts'
import { TypesCard } from './TypesCard.tsx'
import { usePriceOverview } from './use-staff-prices.ts'
import styles from './prices.module.css'

const RateDialog = lazy(() => import('./RateDialog.tsx').then((module) => ({ default: module.RateDialog })))
const ContractsDialog = lazy(() =>
  import('./ContractsDialog.tsx').then((module) => ({ default: module.ContractsDialog })),
)
const ConditionsDialog = lazy(() =>
  import('#web/parts/price-conditions/ConditionsDialog.tsx').then((module) => ({ default: module.ConditionsDialog })),
)

type ScreenProps = { search: PricesSearch; onSearch: (change: PricesChange) => void }

/** Price types, currencies with their rates, and the explanation of a price. */
export function PricesScreen({ search, onSearch }: ScreenProps) {
  const { data, error, refetch } = usePriceOverview()
  const [currency, setCurrency] = useState<string>()
  const [typeOfContracts, setTypeOfContracts] = useState<StaffPriceType>()
  const [conditionsOf, setConditionsOf] = useState<StaffPriceType>()
  return (
    <Page title="Цены и валюты">
      <div className={styles.screen}>
        <div className={styles.tables}>
          {error && !data ? (
            <Card>
              <LoadError error={error} onRetry={() => void refetch()} />
            </Card>
          ) : data === undefined ? (
            <Card>
              <CardBody>
                <Skeleton width="60%" height={120} />
              </CardBody>
            </Card>
          ) : (
            <>
              <TypesCard types={data.types} onContracts={setTypeOfContracts} onConditions={setConditionsOf} />
              <CurrenciesCard currencies={data.currencies} onOpen={setCurrency} />
            </>
          )}
        </div>
        <PricePanel search={search} onSearch={onSearch} />
      </div>
      {currency !== undefined && data && (
        <Suspense>
          <RateDialog chosen={currency} overview={data} onClose={() => setCurrency(undefined)} />
        </Suspense>
      )}
      {conditionsOf && (
        <Suspense>
          <ConditionsDialog
            title={`Цены и скидки: тип цен «${conditionsOf.header}»`}
            owner={{ price_type: conditionsOf.id }}
            onClose={() => setConditionsOf(undefined)}
          />
        </Suspense>
      )}
      {typeOfContracts && (
        <Suspense>
          <ContractsDialog type={typeOfContracts} onClose={() => setTypeOfContracts(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
