import { useCallback, useEffect, useState, type KeyboardEvent } from 'react'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { fitView, panned, zoomed, type MapView, type ScreenPoint, type Size } from './map-view.ts'

const stepPixels = 60
const zoomStep = 1.6

/** State of a map: shows all `points` until the user moves it. */
export function useMapView(element: HTMLElement | null, points: readonly GeoPoint[]) {
  const size = useSize(element)
  const [moved, setMoved] = useState<MapView>()
  const view = moved ?? fitView(points, size)

  const move = useCallback(
    (change: (view: MapView) => MapView) => setMoved((previous) => change(previous ?? fitView(points, size))),
    [points, size],
  )
  const pan = useCallback((right: number, down: number) => move((view) => panned(view, right, down)), [move])
  const zoom = useCallback(
    (factor: number, at?: ScreenPoint) => move((view) => zoomed(view, size, factor, at)),
    [move, size],
  )
  const showAll = useCallback(() => setMoved(undefined), [])

  /** Arrows move, + and − zoom, 0 shows all. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actions[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (act === 'all') showAll()
    else if (typeof act === 'number') zoom(act)
    else pan(...act)
  }

  return { view, size, pan, zoom, zoomIn: () => zoom(zoomStep), zoomOut: () => zoom(1 / zoomStep), showAll, onKeyDown }
}

const actions: Record<string, readonly [right: number, down: number] | number | 'all'> = {
  ArrowLeft: [stepPixels, 0],
  ArrowRight: [-stepPixels, 0],
  ArrowUp: [0, stepPixels],
  ArrowDown: [0, -stepPixels],
  '+': zoomStep,
  '=': zoomStep,
  '-': 1 / zoomStep,
  '0': 'all',
}

const unknownSize: Size = { width: 640, height: 420 }

function useSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState(unknownSize)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0)
        setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
