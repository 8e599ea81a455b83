import { Fragment, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import type { ScreenPoint } from '#web/parts/map/map-view.ts'
import type { Projection } from '#web/parts/map/ZoneMap.tsx'
import styles from '#web/parts/map/map.module.css'

type HandlesProps = {
  corners: readonly GeoPoint[]
  projection: Projection
  isInvalid: boolean
  onChange: (corners: readonly GeoPoint[]) => void
}

const stepPixels = 4
const longStepPixels = 24
const minCorners = 3
/** The touch target is larger than the drawn dot. */
const handlePixels = 13
/** A shorter side gets no insertion dot. */
const minSidePixels = 56

/** Corner handles, moved by mouse or arrow keys; dots between them insert new corners. */
export function CornerHandles({ corners, projection: { toScreen, toGeoPoint }, isInvalid, onChange }: HandlesProps) {
  const dragged = useRef<number>(undefined)
  const points = corners.map(toScreen)
  const moveCorner = (index: number, point: ScreenPoint) =>
    onChange(corners.map((corner, each) => (each === index ? toGeoPoint(point) : corner)))
  const removeCorner = (index: number) =>
    corners.length > minCorners && onChange(corners.filter((_corner, each) => each !== index))
  const insertCorner = (index: number, point: ScreenPoint) => onChange(corners.toSpliced(index, 0, toGeoPoint(point)))

  function startDrag(event: PointerEvent<SVGElement>, index: number) {
    // Prevents the map from panning.
    event.stopPropagation()
    if (event.button !== 0) return
    dragged.current = index
    event.currentTarget.ownerSVGElement?.querySelector('g[data-corners]')?.setPointerCapture(event.pointerId)
  }

  function drag(event: PointerEvent<SVGGElement>) {
    if (dragged.current === undefined) return
    event.stopPropagation()
    moveCorner(dragged.current, pointIn(event))
  }

  function onCornerKey(event: KeyboardEvent, index: number, { x, y }: ScreenPoint) {
    const direction = directions[event.key]
    const distance = event.shiftKey ? longStepPixels : stepPixels
    if (direction) moveCorner(index, { x: x + direction[0] * distance, y: y + direction[1] * distance })
    else if (event.key === 'Delete' || event.key === 'Backspace') removeCorner(index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <g
      data-corners=""
      onPointerMove={drag}
      onPointerUp={(event) => {
        if (dragged.current !== undefined) event.stopPropagation()
        dragged.current = undefined
      }}
      onPointerCancel={() => (dragged.current = undefined)}
    >
      {corners.length >= minCorners &&
        points.map((point, index) => {
          const next = points[(index + 1) % points.length] ?? point
          const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
          if (Math.hypot(point.x - next.x, point.y - next.y) < minSidePixels) return null
          return (
            // Corners are identified only by their index.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={`middle ${index}`}>
              <circle
                className={styles.addButton}
                cx={middle.x}
                cy={middle.y}
                r={handlePixels}
                role="button"
                tabIndex={0}
                aria-label={`Добавить угол после ${index + 1}-го`}
                onPointerDown={(event) => {
                  insertCorner(index + 1, middle)
                  startDrag(event, index + 1)
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return
                  event.preventDefault()
                  event.stopPropagation()
                  insertCorner(index + 1, middle)
                }}
              />
              <circle className={styles.middle} cx={middle.x} cy={middle.y} r={5} />
            </Fragment>
          )
        })}
      {points.map((point, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={`corner ${index}`}>
          <circle
            className={styles.handle}
            cx={point.x}
            cy={point.y}
            r={handlePixels}
            role="button"
            tabIndex={0}
            aria-label={`Угол ${index + 1} из ${corners.length}. Стрелки двигают, Delete убирает`}
            onPointerDown={(event) => startDrag(event, index)}
            onKeyDown={(event) => onCornerKey(event, index, point)}
          />
          <circle className={`${styles.corner} ${isInvalid ? styles.invalid : ''}`} cx={point.x} cy={point.y} r={7} />
        </Fragment>
      ))}
    </g>
  )
}

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function pointIn(event: PointerEvent<SVGGElement>): ScreenPoint {
  const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect()
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
}
