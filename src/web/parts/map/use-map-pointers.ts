import { useEffect, useRef, type PointerEvent } from 'react'
import type { ScreenPoint } from './map-view.ts'

/** A pointer that moves less than this is a press, not a drag. */
const dragPixels = 4
const wheelStep = 1.0015

type Moves = {
  pan: (right: number, down: number) => void
  zoom: (factor: number, at: ScreenPoint) => void
  onPress: (at: ScreenPoint) => void
}

/** One finger or the mouse drags the map, two fingers and the wheel zoom it; `onPress` receives the position. */
export function useMapPointers(element: HTMLElement | null, { pan, zoom, onPress }: Moves) {
  const pointers = useRef(new Map<number, ScreenPoint>())
  const dragged = useRef(false)

  useEffect(() => {
    if (!element) return
    // React's wheel listeners are passive, so the page would scroll as well.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      zoom(wheelStep ** -pixels, pointIn(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [element, zoom])

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    if (pointers.current.size === 0) dragged.current = false
    pointers.current.set(event.pointerId, pointIn(event.currentTarget, event))
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointIn(event.currentTarget, event)
    const b = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    if (!dragged.current && b === undefined && distance(before, now) < dragPixels) return
    dragged.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, now)
    if (b === undefined) return pan(now.x - before.x, now.y - before.y)
    const middle = { x: (now.x + b.x) / 2, y: (now.y + b.y) / 2 }
    if (distance(before, b) > 0) zoom(distance(now, b) / distance(before, b), middle)
    pan((now.x - before.x) / 2, (now.y - before.y) / 2)
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const pressed = pointers.current.delete(event.pointerId) && !dragged.current
    if (pressed) onPress(pointIn(event.currentTarget, event))
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
  }
}

function pointIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): ScreenPoint {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function distance(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
