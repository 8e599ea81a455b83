import type { StaffZone } from '#shared/api/staff/delivery.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { money } from '#web/ui/format.ts'
import { weekdaysText } from '#web/parts/map/weekdays.ts'
import { ZoneMap } from '#web/parts/map/ZoneMap.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import type { StaffDelivery } from './use-staff-delivery.ts'
import styles from './staff-delivery.module.css'

/** All zones, on the map and in a list; both open a zone. */
export function ZonesTab({
  delivery: { zones, tiles },
  onOpen,
}: {
  delivery: StaffDelivery
  onOpen: (id: number | 'new') => void
}) {
  const add = (
    <Button variant="primary" icon="plus" onClick={() => onOpen('new')}>
      Новая зона
    </Button>
  )
  if (zones.length === 0) {
    return (
      <Card>
        <EmptyState title="Зон пока нет" action={add}>
          Пока их нет, наш транспорт возит по любому адресу за цену способа доставки. Нарисуйте первую, и покупатели
          будут выбирать зону
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className={styles.columns}>
      <ZoneMap
        label="Карта зон доставки"
        zones={zones}
        tiles={tiles}
        onChoose={(id) => id !== undefined && onOpen(id)}
      />
      <div className="column">
        <div>{add}</div>
        <ul className={styles.zones} aria-label="Зоны">
          {zones.map((zone) => (
            <li key={zone.id}>
              <span className={styles.name}>
                <span className="bold">
                  {zone.header} {!zone.active && <Tag>выключена</Tag>}
                </span>
                <span className="small muted">{termsText(zone)}</span>
              </span>
              <Button small aria-label={`Изменить: ${zone.header}`} onClick={() => onOpen(zone.id)}>
                Изменить
              </Button>
            </li>
          ))}
        </ul>
        <p className="small dim">
          Где зоны перекрываются, место относится к той, что выше в списке. Порядок меняется в самой зоне.
        </p>
      </div>
    </div>
  )
}

function termsText({ weekdays, price, free_from }: StaffZone): string {
  const free = free_from === null || price === 0 ? '' : `бесплатно от ${money(free_from)}`
  return [weekdaysText(weekdays), price === 0 ? 'бесплатно' : money(price), free].filter(Boolean).join(' · ')
}
