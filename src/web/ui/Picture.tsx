import styles from './layout.module.css'

type PictureProps = { id: number; type: string; size?: number; height?: number; alt?: string; eager?: boolean }

/** A product's picture; without one (id 0) the no-photo image [E.3]. */
export function Picture({ id, type, size = 24, height = size, alt = '', eager = false }: PictureProps) {
  return (
    <img
      className={styles.picture}
      src={pictureUrl(id, type)}
      width={size}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(noPhoto)) currentTarget.src = noPhoto
      }}
    />
  )
}

const noPhoto = '/no-photo.svg'

export function pictureUrl(id: number, type: string): string {
  return id > 0 ? `/dbpics/${id}.${type}` : noPhoto
}
