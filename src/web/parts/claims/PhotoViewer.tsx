import { useState, type KeyboardEvent } from 'react'
import type { ClaimFile } from '#shared/api/claims.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import styles from './thread.module.css'

type ViewerProps = { photos: readonly ClaimFile[]; initialIndex: number; onClose: () => void }

/** A photo as large as the screen allows; ← and → switch to the previous and next one. */
export function PhotoViewer({ photos, initialIndex, onClose }: ViewerProps) {
  const [index, setIndex] = useState(initialIndex)
  const photo = photos[index]
  const move = (step: number) => setIndex((current) => (current + step + photos.length) % photos.length)

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
  }

  if (!photo) return null
  return (
    <Modal opened width={1100} title={`Фото ${index + 1} из ${photos.length}`} onClose={onClose}>
      {/* Key events bubble from the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.viewer} onKeyDown={onKeyDown}>
        <img src={photo.url} alt={photo.name} />
        <div className="row">
          <IconButton icon="left" label="Предыдущее фото" disabled={photos.length === 1} onClick={() => move(-1)} />
          <IconButton
            icon="right"
            label="Следующее фото"
            data-autofocus
            disabled={photos.length === 1}
            onClick={() => move(1)}
          />
          <span className="small dim clip grow">{photo.name}</span>
          <a className="small nowrap" href={photo.url} target="_blank" rel="noreferrer">
            В новой вкладке
          </a>
        </div>
      </div>
    </Modal>
  )
}
