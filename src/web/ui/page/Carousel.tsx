import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type TouchEvent } from 'react'
import { IconButton } from '../Button.tsx'
import { useMedia } from '../use-media.ts'
import styles from './carousel.module.css'

type CarouselProps = {
  label: string
  /** Above the slides, beside the arrows. */
  title: ReactNode
  slides: readonly { id: number; node: ReactNode }[]
  /** How many are visible at once. */
  visible: number
}

const moveMs = 500
const swipePixels = 40

/** Slides in an endless ring; arrows and swipes move them by one within 500 ms [S.12]. */
export function Carousel({ label, title, slides, visible }: CarouselProps) {
  const [start, setStart] = useState(0)
  const track = useTrack(start)
  const swipe = useSwipe((by) => setStart(start + by))
  const loops = slides.length > visible
  // One more slide on each side is rendered for the animation.
  const positions = loops ? range(start - 1, start + visible) : range(0, slides.length - 1)

  const sizes: CSSProperties & Record<`--${string}`, number> = { '--visible': visible, '--before': loops ? 1 : 0 }

  return (
    <section className={styles.carousel} aria-roledescription="карусель" aria-label={label}>
      <div className={styles.head}>
        {title}
        <span className="grow" />
        {loops && (
          <>
            <IconButton small icon="left" label="Назад" onClick={() => setStart(start - 1)} />
            <IconButton small icon="right" label="Вперёд" onClick={() => setStart(start + 1)} />
          </>
        )}
      </div>
      <div className={styles.window} {...(loops ? swipe : {})}>
        <ul className={styles.track} ref={track} style={sizes}>
          {positions.map((position) => {
            const slide = slides[ringIndex(position, slides.length)]
            const hidden = loops && (position < start || position >= start + visible)
            return (
              <li key={position} inert={hidden} data-shown={!hidden || undefined}>
                {slide?.node}
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

/** Animates the track from the previous slides. */
function useTrack(start: number) {
  const track = useRef<HTMLUListElement>(null)
  const shown = useRef(start)
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  useLayoutEffect(() => {
    const by = start - shown.current
    shown.current = start
    const list = track.current
    if (by === 0 || reducedMotion || !list) return
    const slide = list.children[0]?.getBoundingClientRect().width ?? 0
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0
    list.animate([{ translate: `${by * (slide + gap)}px 0` }, { translate: '0 0' }], {
      duration: moveMs,
      easing: 'ease-in-out',
    })
  }, [start, reducedMotion])
  return track
}

function useSwipe(onMove: (by: 1 | -1) => void) {
  const from = useRef<number>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      from.current = touches[0]?.clientX
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const moved = (changedTouches[0]?.clientX ?? 0) - (from.current ?? 0)
      if (from.current !== undefined && Math.abs(moved) > swipePixels) onMove(moved > 0 ? -1 : 1)
      from.current = undefined
    },
  }
}

function ringIndex(position: number, count: number): number {
  return ((position % count) + count) % count
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
