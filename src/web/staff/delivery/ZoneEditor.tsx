import { useState } from 'react'
import { polygonError, type GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { Button } from '#web/ui/Button.tsx'
import { ZoneMap, type Projection } from '#web/parts/map/ZoneMap.tsx'
import mapStyles from '#web/parts/map/map.module.css'
import { CornerHandles } from './CornerHandles.tsx'
import { CornerText } from './CornerText.tsx'
import type { StaffDelivery } from './use-staff-delivery.ts'
import styles from './staff-delivery.module.css'

type EditorProps = {
  header: string
  corners: readonly GeoPoint[]
  /** The edited zone; undefined = a new one. */
  id: number | undefined
  delivery: StaffDelivery
  error: string | undefined
  onChange: (corners: readonly GeoPoint[]) => void
}

/** Map editor of a zone: while drawing, presses add corners; afterwards corners can be moved, inserted and removed. */
export function ZoneEditor({ header, corners, id, delivery: { zones, tiles }, error, onChange }: EditorProps) {
  const [isDrawing, setDrawing] = useState(corners.length === 0)
  // The initial view must not follow the corners being moved.
  const [around] = useState(() => (corners.length > 0 ? corners : zones.flatMap(({ polygon }) => polygon)))
  const others = zones.filter((zone) => zone.id !== id && zone.active).map((zone) => ({ ...zone, faded: true }))
  const ownZone = corners.length < 3 ? [] : [{ id: id ?? 0, header: header || 'Новая зона', polygon: corners }]
  const cornersError = corners.length < 3 ? undefined : polygonError(corners)
  return (
    <div className="column">
      <div className={styles.tools}>
        <Button
          small
          aria-pressed={isDrawing}
          data-on={isDrawing || undefined}
          icon="edit"
          onClick={() => setDrawing(!isDrawing)}
        >
          Ставить углы
        </Button>
        <Button small disabled={corners.length === 0} onClick={() => onChange(corners.slice(0, -1))}>
          Убрать последний
        </Button>
        <CornerText corners={corners} onChange={onChange} />
      </div>
      <p className="small muted" role="status">
        {isDrawing
          ? 'Нажимайте на карту по границе зоны; с клавиатуры Enter ставит угол на перекрестие'
          : 'Двигайте углы, точки между ними добавляют новые'}
      </p>
      <div className={styles.editor}>
        <ZoneMap
          label="Карта для рисования зоны"
          zones={[...ownZone, ...others]}
          chosen={id ?? 0}
          tiles={tiles}
          around={around}
          onGeoPoint={isDrawing ? (point) => onChange([...corners, point]) : undefined}
        >
          {(projection) => (
            <>
              {corners.length > 0 && corners.length < 3 && (
                <polyline className={mapStyles.line} points={polylinePoints(corners, projection)} />
              )}
              {isDrawing && <Crosshair projection={projection} />}
              <CornerHandles
                corners={corners}
                projection={projection}
                isInvalid={cornersError !== undefined}
                onChange={onChange}
              />
            </>
          )}
        </ZoneMap>
      </div>
      <p className={cornersError || error ? 'bad' : 'small dim'} role={cornersError || error ? 'alert' : undefined}>
        {cornersError ?? error ?? `Углов: ${corners.length}`}
      </p>
    </div>
  )
}

function polylinePoints(corners: readonly GeoPoint[], { toScreen }: Projection): string {
  return corners
    .map(toScreen)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
}

/** Marks the point where Enter adds a corner. */
function Crosshair({ projection: { size } }: { projection: Projection }) {
  const [x, y] = [size.width / 2, size.height / 2]
  return <path className={mapStyles.cross} d={`M${x - 10} ${y}H${x + 10}M${x} ${y - 10}V${y + 10}`} />
}
