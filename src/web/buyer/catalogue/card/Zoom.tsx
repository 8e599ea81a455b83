import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import styles from './gallery.module.css'

export type CardPicture = { id: number; type: string }

type ZoomProps = {
  pictures: readonly CardPicture[]
  index: number
  name: string
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

const largePixels = 1200
/** Marks an Esc that must not close the card below. */
const handlesEscape = { 'data-mantine-stop-propagation': true }

/**
 * A picture in the whole window. A click doubles its size at that point; dragging or arrow keys move it; at normal size
 * ← → switch pictures. Esc closes only this view and restores the focus.
 */
export function Zoom({ pictures, index, name, onStep, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const dragged = useRef(false)
  const [isZoomed, setZoomed] = useState(false)
  const picture = pictures[index]
  const hasSeveral = pictures.length > 1

  useEffect(() => dialog.current?.showModal(), [])

  function showNext(step: 1 | -1) {
    setZoomed(false)
    onStep(step)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    if (step === undefined) return
    event.stopPropagation()
    if (isZoomed || !hasSeveral) return
    event.preventDefault()
    showNext(step)
  }

  function toggle({ clientX, clientY, detail }: MouseEvent) {
    if (dragged.current) return
    setZoomed(!isZoomed)
    const viewport = view.current
    // Zooming by keyboard centres the picture.
    if (viewport)
      requestAnimationFrame(() =>
        scrollToPoint(viewport, detail === 0 ? { x: 0.5, y: 0.5 } : pointInPicture(viewport, clientX, clientY)),
      )
  }

  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={`Фото: ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      {...handlesEscape}
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
          {...handlesEscape}
        >
          {picture && <img src={pictureUrl(picture.id, picture.type, largePixels)} alt="" draggable={false} />}
        </button>
      </div>
      {hasSeveral && (
        <IconButton
          className={styles.previous}
          icon="left"
          label="Предыдущее фото"
          onClick={() => showNext(-1)}
          {...handlesEscape}
        />
      )}
      {hasSeveral && (
        <IconButton
          className={styles.next}
          icon="right"
          label="Следующее фото"
          onClick={() => showNext(1)}
          {...handlesEscape}
        />
      )}
      <IconButton
        className={styles.close}
        icon="close"
        label="Закрыть фото"
        onClick={() => dialog.current?.close()}
        {...handlesEscape}
      />
      {hasSeveral && (
        <span className={styles.count} role="status">
          {index + 1} из {pictures.length}
        </span>
      )}
    </dialog>
  )
}

type PicturePoint = { x: number; y: number }

function pointInPicture(viewport: HTMLElement, clientX: number, clientY: number): PicturePoint {
  const { left, top, width, height } = viewport.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function scrollToPoint(viewport: HTMLElement, { x, y }: PicturePoint): void {
  viewport.scrollTo(
    (viewport.scrollWidth - viewport.clientWidth) * x,
    (viewport.scrollHeight - viewport.clientHeight) * y,
  )
}
