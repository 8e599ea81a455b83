import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import styles from './gallery.module.css'

export type CardPicture = { id: number; type: string }

type ZoomProps = {
  pictures: readonly CardPicture[]
  at: number
  name: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

const largePixels = 1200
/** Marks an Esc that must not close the card below. */
const ownEscape = { 'data-mantine-stop-propagation': true }

/**
 * A picture in the whole window. A click doubles its size at that point; dragging or arrow keys move it; at normal size
 * ← → switch pictures. Esc closes only this view and restores the focus.
 */
export function Zoom({ pictures, at, name, onStep, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const dragged = useRef(false)
  const [isZoomed, setZoomed] = useState(false)
  const picture = pictures[at]
  const several = pictures.length > 1

  useEffect(() => dialog.current?.showModal(), [])

  function showNext(by: 1 | -1) {
    setZoomed(false)
    onStep(by)
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    if (by === undefined) return
    event.stopPropagation()
    if (isZoomed || !several) return
    event.preventDefault()
    showNext(by)
  }

  function toggle({ clientX, clientY, detail }: MouseEvent) {
    if (dragged.current) return
    setZoomed(!isZoomed)
    const viewport = view.current
    // Zooming by keyboard centres the picture.
    if (viewport)
      requestAnimationFrame(() =>
        scrollToPart(viewport, detail === 0 ? { x: 0.5, y: 0.5 } : partOf(viewport, clientX, clientY)),
      )
  }

  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={`Фото: ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      {...ownEscape}
    >
      <div
        ref={view}
        className={styles.view}
        data-doubled={isZoomed || undefined}
        onPointerDown={() => (dragged.current = false)}
        onPointerMove={({ buttons, pointerType, movementX, movementY, currentTarget }) => {
          if (buttons !== 1 || pointerType !== 'mouse' || !isZoomed) return
          dragged.current ||= Math.abs(movementX) + Math.abs(movementY) > 0
          currentTarget.scrollBy(-movementX, -movementY)
        }}
      >
        <button
          type="button"
          aria-pressed={isZoomed}
          aria-label={`Вдвое крупнее: ${name}`}
          onClick={toggle}
          {...ownEscape}
        >
          {picture && <img src={pictureUrl(picture.id, picture.type, largePixels)} alt="" draggable={false} />}
        </button>
      </div>
      {several && (
        <IconButton
          className={styles.previous}
          icon="left"
          label="Предыдущее фото"
          onClick={() => showNext(-1)}
          {...ownEscape}
        />
      )}
      {several && (
        <IconButton
          className={styles.next}
          icon="right"
          label="Следующее фото"
          onClick={() => showNext(1)}
          {...ownEscape}
        />
      )}
      <IconButton
        className={styles.close}
        icon="close"
        label="Закрыть фото"
        onClick={() => dialog.current?.close()}
        {...ownEscape}
      />
      {several && (
        <span className={styles.count} role="status">
          {at + 1} из {pictures.length}
        </span>
      )}
    </dialog>
  )
}

type Part = { x: number; y: number }

function partOf(viewport: HTMLElement, clientX: number, clientY: number): Part {
  const { left, top, width, height } = viewport.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function scrollToPart(viewport: HTMLElement, { x, y }: Part): void {
  viewport.scrollTo(
    (viewport.scrollWidth - viewport.clientWidth) * x,
    (viewport.scrollHeight - viewport.clientHeight) * y,
  )
}
