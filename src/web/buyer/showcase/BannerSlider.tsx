import { useEffect, useState, type FocusEvent } from 'react'
import type { Banner } from './use-banners.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import styles from './banner-slider.module.css'

const slideMs = 3000

/**
 * Banners, changing every 3 s [S.15]. They pause under a pointer, while focused, after 'Остановить', and with reduced
 * motion.
 */
export function BannerSlider({ banners, onOpen }: { banners: readonly Banner[]; onOpen: (link: string) => void }) {
  const [shownIndex, setShownIndex] = useState(0)
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const [isPaused, setPaused] = useState<boolean>()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const isStopped = isPaused ?? prefersReducedMotion
  const hasSeveral = banners.length > 1
  const isRunning = hasSeveral && !isStopped && !pointed && !focused

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setShownIndex((now) => (now + 1) % banners.length), slideMs)
    return () => clearInterval(timer)
  }, [isRunning, banners.length])

  const leaves = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)
  return (
    // Not a control: pointer and focus only pause the slides.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.slider}
      aria-roledescription="карусель"
      aria-label="Баннеры"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => leaves(event) && setFocused(false)}
    >
      <div aria-live={isRunning ? 'off' : 'polite'}>
        {banners.map((banner, index) => (
          <a
            key={banner.id}
            href={banner.link === '' ? undefined : banner.link}
            className={styles.banner}
            data-shown={index === shownIndex || undefined}
            inert={index !== shownIndex}
            onClick={(event) => {
              if (!banner.link.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onOpen(banner.link)
            }}
          >
            {banner.picture > 0 && (
              <img
                className={styles.picture}
                src={pictureUrl(banner.picture, banner.picturetype, 1200)}
                alt=""
                width={1200}
                height={300}
                decoding="async"
                loading={index === 0 ? 'eager' : 'lazy'}
              />
            )}
            <span className={styles.words}>
              <b>{banner.title}</b>
              {banner.text}
            </span>
          </a>
        ))}
      </div>
      {hasSeveral && (
        <div className={styles.controls}>
          <IconButton
            small
            icon="left"
            label="Предыдущий баннер"
            onClick={() => setShownIndex((shownIndex + banners.length - 1) % banners.length)}
          />
          <IconButton
            small
            icon={isStopped ? 'play' : 'pause'}
            label={isStopped ? 'Показывать по очереди' : 'Остановить'}
            onClick={() => setPaused(!isStopped)}
          />
          <IconButton
            small
            icon="right"
            label="Следующий баннер"
            onClick={() => setShownIndex((shownIndex + 1) % banners.length)}
          />
        </div>
      )}
    </section>
  )
}
