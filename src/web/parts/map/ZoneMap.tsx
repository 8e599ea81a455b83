import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Tiles } from '#shared/api/delivery.ts'
import { zoneAt, type GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { geoPointAt, scaleBar, tilesIn, toScreen, type MapView, type ScreenPoint, type Size } from './map-view.ts'
import { MapButtons } from './MapButtons.tsx'
import { useMapPointers } from './use-map-pointers.ts'
import { useMapView } from './use-map-view.ts'
import { ZoneShape, type DrawnZone } from './ZoneShape.tsx'
import styles from './map.module.css'

/** Converts between points of the map and pixels of the drawing. */
export type Projection = {
  toScreen: (point: GeoPoint) => ScreenPoint
  toGeoPoint: (point: ScreenPoint) => GeoPoint
  view: MapView
  size: Size
}

type MapProps = {
  label: string
  zones: readonly DrawnZone[]
  chosen?: number | undefined
  tiles: Tiles
  /** Initially visible points; by default all zones. */
  around?: readonly GeoPoint[]
  /** Called for a pressed zone, or for a point outside all zones. Without it zones cannot be chosen. */
  onChoose?: ((id: number | undefined) => void) | undefined
  /** Called for a pressed point; while set, presses draw instead of choosing. */
  onGeoPoint?: ((point: GeoPoint) => void) | undefined
  /** SVG drawn over the zones. */
  children?: (projection: Projection) => ReactNode
}

const barPixels = 90

/** A map of zones, drawn from their corners, with optional map tiles. Mouse, touch and keys move it. */
export function ZoneMap({ label, zones, chosen, tiles, around, onChoose, onGeoPoint, children }: MapProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const points = around ?? zones.flatMap(({ polygon }) => polygon)
  const { view, size, pan, zoom, zoomIn, zoomOut, showAll, onKeyDown } = useMapView(element, points)
  const projection: Projection = {
    view,
    size,
    toScreen: (point) => toScreen(point, view, size),
    toGeoPoint: (point) => geoPointAt(point, view, size),
  }
  const pointers = useMapPointers(element, {
    pan,
    zoom,
    onPress: (point) => {
      const geoPoint = projection.toGeoPoint(point)
      if (onGeoPoint) onGeoPoint(geoPoint)
      else onChoose?.(zoneAt(zones, geoPoint)?.id)
    },
  })
  /** While drawing, Enter adds a corner in the middle of the map. */
  function onKey(event: KeyboardEvent) {
    if (onGeoPoint && event.key === 'Enter' && event.target === event.currentTarget)
      onGeoPoint(projection.toGeoPoint({ x: size.width / 2, y: size.height / 2 }))
    else onKeyDown(event)
  }

  const bar = scaleBar(view, barPixels)
  return (
    <div className={styles.frame}>
      {/* The application role has its own keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={setElement}
        className={styles.map}
        role="application"
        aria-label={`${label}. Стрелки двигают карту, плюс и минус меняют масштаб, ноль показывает всё`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-drawing={onGeoPoint !== undefined || undefined}
        onKeyDown={onKey}
        {...pointers}
      >
        <svg width="100%" height="100%" viewBox={`0 0 ${size.width} ${size.height}`}>
          {tiles &&
            tilesIn(view, size).map(({ key, z, x, y, left, top, side }) => (
              <image
                key={key}
                className={styles.tile}
                href={tiles.url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))}
                x={left}
                y={top}
                width={side + 0.5}
                height={side + 0.5}
              />
            ))}
          {/* Where zones overlap, the first is on top. */}
          {zones.toReversed().map((zone) => (
            <ZoneShape
              key={zone.id}
              zone={zone}
              corners={zone.polygon.map(projection.toScreen)}
              chosen={zone.id === chosen}
              onChoose={onGeoPoint ? undefined : onChoose}
            />
          ))}
          {children?.(projection)}
        </svg>
        <div className={styles.scale} aria-hidden="true" style={{ width: bar.pixels }}>
          {bar.label}
        </div>
        {tiles && tiles.attribution !== '' && <div className={styles.attribution}>{tiles.attribution}</div>}
      </div>
      <MapButtons onIn={zoomIn} onOut={zoomOut} onAll={showAll} />
    </div>
  )
}
