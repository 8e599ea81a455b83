import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import { PictureUpload, type ChosenPicture } from '#web/parts/goods/PictureUpload.tsx'
import styles from './banners.module.css'

type PictureProps = ChosenPicture & {
  title: string
  text: string
  error: string | undefined
  onChange: (patch: ChosenPicture) => void
}

/** Preview of the banner as buyers see it, and an upload for its picture. */
export function BannerPicture({ title, text, picture, picturetype, error, onChange }: PictureProps) {
  return (
    <div className="column">
      <div className={styles.preview} role="img" aria-label="Как увидит покупатель">
        {picture > 0 && <img src={pictureUrl(picture, picturetype, 1200)} alt="" width={1200} height={300} />}
        <span className={styles.words}>
          <b>{title || 'Заголовок'}</b>
          {text}
        </span>
      </div>
      <PictureUpload
        picture={picture}
        hint="1200 × 300, до 20 МБ; на узком экране видна правая часть"
        error={error}
        onChange={onChange}
      />
    </div>
  )
}
