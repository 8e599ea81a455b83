import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Zoom, type CardPicture } from './Zoom.tsx'
import styles from './gallery.module.css'

const swipePixels = 40

/** The main picture with thumbnails; ← → and a swipe switch, a click opens the zoom. */
export function Gallery({ card }: { card: ProductCard }) {
  const pictures = picturesOf(card)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const [pressedAt, setPressedAt] = useState<number>()
  const main = pictures[current]
  const hasSeveral = pictures.length > 1
  const showNext = (step: number) => setCurrent((current + step + pictures.length) % pictures.length)

  if (!main) {
    return (
      <div className={styles.gallery}>
        <div className={styles.main}>
          <Picture id={0} type="" size={260} height={236} alt="Нет фото" eager />
        </div>
      </div>
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!hasSeveral || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    showNext(event.key === 'ArrowLeft' ? -1 : 1)
  }

  function onPointerUp({ clientX, pointerType }: PointerEvent) {
    const swipedPixels = pressedAt === undefined || pointerType === 'mouse' ? 0 : clientX - pressedAt
    setPressedAt(undefined)
    if (hasSeveral && Math.abs(swipedPixels) > swipePixels) showNext(swipedPixels > 0 ? -1 : 1)
  }

  return (
    <div className={styles.gallery} role="group" aria-label="Фото товара">
      <div className={styles.main} onPointerDown={({ clientX }) => setPressedAt(clientX)} onPointerUp={onPointerUp}>
        <button
          type="button"
          className={styles.open}
          aria-label={hasSeveral ? `Увеличить фото ${current + 1} из ${pictures.length}` : 'Увеличить фото'}
          onClick={() => setZoomed(true)}
          onKeyDown={onKeyDown}
        >
          <Picture id={main.id} type={main.type} size={260} height={236} alt={card.header} eager />
          <Icon name="zoom" />
        </button>
        {hasSeveral && (
          <>
            <IconButton
              small
              className={styles.previous}
              icon="left"
              label="Предыдущее фото"
              onClick={() => showNext(-1)}
              onKeyDown={onKeyDown}
            />
            <IconButton
              small
              className={styles.next}
              icon="right"
              label="Следующее фото"
              onClick={() => showNext(1)}
              onKeyDown={onKeyDown}
            />
          </>
        )}
      </div>
      {hasSeveral && (
        <div className={styles.thumbs}>
          {pictures.map(({ id, type }, index) => (
            <button
              key={id}
              type="button"
              aria-label={`Фото ${index + 1}`}
              aria-pressed={index === current}
              onClick={() => setCurrent(index)}
              onKeyDown={onKeyDown}
            >
              <Picture id={id} type={type} size={48} />
            </button>
          ))}
        </div>
      )}
      {hasSeveral && (
        <span className="unseen" role="status">
          Фото {current + 1} из {pictures.length}
        </span>
      )}
      {zoomed && (
        <Zoom
          pictures={pictures}
          index={current}
          name={card.header}
          onStep={showNext}
          onClose={() => setZoomed(false)}
        />
      )}
    </div>
  )
}

/** The card's pictures, the main one first; none when there is no photo [E.3]. */
function picturesOf(card: ProductCard): CardPicture[] {
  const main = { id: card.picture, type: card.picturetype }
  const pictures = card.pictures.length > 0 ? card.pictures : [main]
  return pictures.filter(({ id }) => id > 0).toSorted((a, b) => Number(b.id === main.id) - Number(a.id === main.id))
}
