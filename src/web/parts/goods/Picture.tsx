import { pictureAddress } from '#shared/api/files.ts'
import { pictureWidths } from '#shared/constants.ts'
import styles from '#web/ui/page/layout.module.css'

type PictureProps = { id: number; type: string; size?: number; height?: number; alt?: string; eager?: boolean }

/**
 * A product's picture at its shown size, sharp on high-density screens; the no-photo image without one (id 0) [E.3].
 */
export function Picture({ id, type, size = 24, height = size, alt = '', eager = false }: PictureProps) {
  return (
    <img
      className={styles.picture}
      src={pictureUrl(id, type, size)}
      srcSet={id > 0 ? `${pictureUrl(id, type, size)} 1x, ${pictureUrl(id, type, size * 2)} 2x` : undefined}
      width={size}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={({ currentTarget }) => {
        currentTarget.removeAttribute('srcset')
        if (!currentTarget.src.endsWith(noPhoto)) currentTarget.src = noPhoto
      }}
    />
  )
}

const noPhoto = '/no-photo.svg'

/** The smallest stored width of at least `pixels`; undefined: full size. */
export function pictureUrl(id: number, type: string, pixels?: number): string {
  if (id <= 0) return noPhoto
  const width =
    pixels === undefined ? undefined : (pictureWidths.find((allowed) => allowed >= pixels) ?? pictureWidths.at(-1))
  return pictureAddress({ id, type, width })
}
