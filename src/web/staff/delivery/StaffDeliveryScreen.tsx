import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tabs } from '#web/ui/page/Tabs.tsx'
import { CalendarTab } from './CalendarTab.tsx'
import { CompaniesTab } from './CompaniesTab.tsx'
import { thisYear, type DeliverySearch, type DeliveryTab } from './delivery-url.ts'
import { MethodsTab } from './MethodsTab.tsx'
import { useStaffDelivery } from './use-staff-delivery.ts'
import { ZoneForm } from './ZoneForm.tsx'
import { ZonesTab } from './ZonesTab.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'

const tabs: { name: DeliveryTab; label: string }[] = [
  { name: 'zones', label: 'Зоны' },
  { name: 'companies', label: 'Транспортные компании' },
  { name: 'methods', label: 'Способы' },
  { name: 'calendar', label: 'Календарь' },
]

/**
 * Delivery settings: zones of own transport, carriers with their terminals, names and prices of the methods, and the
 * production calendar.
 */
export function StaffDeliveryScreen({
  search: { tab: tabName, zone, year },
  onSearch,
}: {
  search: DeliverySearch
  onSearch: (search: DeliverySearch) => void
}) {
  const { data, error, refetch } = useStaffDelivery()
  const tab: DeliveryTab = tabName ?? 'zones'
  const opened = zone === 'new' ? undefined : data?.zones.find(({ id }) => id === zone)
  if (data && zone !== undefined && (zone === 'new' || opened)) {
    return (
      <ZoneForm
        key={`${zone} ${opened?.version}`}
        zone={opened}
        delivery={data}
        onDone={() => onSearch({})}
        onReload={() => void refetch()}
      />
    )
  }
  return (
    <Page title="Доставка">
      <PageTitle>Доставка</PageTitle>
      {data ? (
        <Tabs
          label="Доставка"
          tabs={tabs}
          active={tab}
          onActivate={(name) => onSearch(name === 'zones' ? {} : { tab: name })}
        >
          {tab === 'zones' && <ZonesTab delivery={data} onOpen={(id) => onSearch({ zone: id })} />}
          {tab === 'companies' && (
            <CompaniesTab companies={data.companies} onReload={async () => (await refetch()).data?.companies} />
          )}
          {tab === 'methods' && (
            <MethodsTab
              methods={data.methods}
              zonesDrawn={data.zones.some(({ active }) => active)}
              onReload={() => refetch()}
            />
          )}
          {tab === 'calendar' && (
            <CalendarTab
              year={year ?? thisYear()}
              onYear={(shown) => onSearch({ tab, ...(shown === thisYear() ? {} : { year: shown }) })}
            />
          )}
        </Tabs>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={420} />
      )}
    </Page>
  )
}
