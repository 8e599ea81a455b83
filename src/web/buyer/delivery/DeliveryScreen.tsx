import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { deliveryZones } from '#shared/api/delivery.ts'
import { orderCutOffHour } from '#shared/constants.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { ZonesOnMap } from '#web/parts/map/ZonesOnMap.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { zonesQuery } from './use-zones.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './delivery.module.css'

type ScreenProps = { chosen: number | undefined; onChoose: (id: number | undefined) => void }

/** Zones, days and prices of own transport, and pickup points. */
export function DeliveryScreen({ chosen, onChoose }: ScreenProps) {
  const { data, error, refetch } = useQuery(zonesQuery)
  return (
    <Page
      title="Доставка"
      extra={
        data &&
        data.zones.length > 0 && (
          <span className="dim nowrap">{withCount(data.zones.length, ['зона', 'зоны', 'зон'])}</span>
        )
      }
    >
      <PageTitle>Доставка</PageTitle>
      {data ? (
        <>
          <p className="muted">
            Заказы до {orderCutOffHour}:00 по Москве везём со следующего дня, который есть у зоны. Если сумма бесплатной
            доставки указана в договоре, действует она.
          </p>
          {data.zones.length === 0 ? (
            <Card>
              <EmptyState title="Зоны доставки ещё не нарисованы">
                Нашим транспортом везём по любому адресу: выберите его в корзине, стоимость будет видна до заказа
              </EmptyState>
            </Card>
          ) : (
            <div className={styles.map}>
              <ZonesOnMap zones={data.zones} tiles={data.tiles} chosen={chosen} onChoose={onChoose} />
            </div>
          )}
          <PickupPoints points={data.pickup_points} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={420} />
      )}
    </Page>
  )
}

function PickupPoints({ points }: { points: ReplyOf<typeof deliveryZones>['pickup_points'] }) {
  if (points.length === 0) return null
  return (
    <Card title="Самовывоз">
      <CardBody>
        <dl className={styles.points}>
          {points.map(({ id, header, address }) => (
            <div key={id}>
              <dt>{header}</dt>
              <dd>{address}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  )
}
