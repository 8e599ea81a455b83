import type { MapZone, Tiles } from '#shared/api/delivery.ts'
import { parseDay, weekdayOf } from '#shared/rules/dates.ts'
import { money } from '#web/ui/format.ts'
import { weekdayNames, weekdaysText } from './weekdays.ts'
import { ZoneMap } from './ZoneMap.tsx'
import styles from './map.module.css'

type ZonesProps = {
  zones: readonly MapZone[]
  tiles: Tiles
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** The map of zones with a list; selecting in one selects in the other. */
export function ZonesOnMap({ zones, tiles, chosen, onChoose }: ZonesProps) {
  return (
    <div className={styles.columns}>
      <ZoneMap label="Карта зон доставки" zones={zones} tiles={tiles} chosen={chosen} onChoose={onChoose} />
      <ul className={styles.list} aria-label="Зоны доставки">
        {zones.map((zone) => (
          <li key={zone.id}>
            <button
              type="button"
              className={styles.item}
              aria-pressed={zone.id === chosen}
              onClick={() => onChoose(zone.id)}
            >
              <span>
                <span className="bold">{zone.header}</span>
                {zone.price !== null && (
                  <span className="nowrap">{zone.price === 0 ? 'бесплатно' : money(zone.price)}</span>
                )}
              </span>
              <span className="small muted">
                {[weekdaysText(zone.weekdays), freeFrom(zone)].filter(Boolean).join(' · ')}
              </span>
              <span className="small dim">Ближайшие даты: {zone.dates.slice(0, 3).map(shortDate).join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function freeFrom({ price, free_from }: MapZone): string {
  return free_from === null || price === 0 ? '' : `бесплатно от ${money(free_from)}`
}

/** 'вт 24.11' of '24.11.2026' */
function shortDate(date: string): string {
  return `${weekdayNames[weekdayOf(parseDay(date)) - 1]} ${date.slice(0, 5)}`
}
