import type { KeyboardEvent } from 'react'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { roomIn, type ScreenPoint } from './map-view.ts'
import styles from './map.module.css'

export type DrawnZone = { id: number; header: string; polygon: readonly GeoPoint[]; active?: boolean; faded?: boolean }

/** Approximate width of a letter of the name. */
const letterPixels = 6.4

type ShapeProps = {
  zone: DrawnZone
  corners: readonly ScreenPoint[]
  chosen: boolean
  onChoose?: ((id: number) => void) | undefined
}

/** One zone with its name; a button for keyboard users. */
export function ZoneShape({ zone: { id, header, active = true, faded }, corners, chosen, onChoose }: ShapeProps) {
  const { x, y, width } = roomIn(corners)
  const button = onChoose && {
    role: 'button',
    tabIndex: 0,
    'aria-label': `Зона «${header}»`,
    'aria-pressed': chosen,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      onChoose(id)
    },
  }
  return (
    <>
      <polygon
        className={styles.zone}
        data-chosen={chosen || undefined}
        data-off={!active || undefined}
        data-faded={faded || undefined}
        points={corners.map((corner) => `${corner.x.toFixed(1)},${corner.y.toFixed(1)}`).join(' ')}
        {...button}
      />
      {!faded && (chosen || width > header.length * letterPixels) && (
        <text className={styles.name} x={x} y={y} aria-hidden="true">
          {header}
        </text>
      )}
    </>
  )
}
