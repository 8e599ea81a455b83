import { useRef, type ChangeEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import { useSendPicture } from './use-banners.ts'
import styles from './banners.module.css'

type Shown = { title: string; text: string; picture: number; picturetype: string }
type PictureProps = Shown & {
  error: string | undefined
  onChange: (patch: { picture: number; picturetype: string }) => void
}

/** Preview of the banner as buyers see it, and an upload for its picture. */
export function BannerPicture({ title, text, picture, picturetype, error, onChange }: PictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useSendPicture()
  const message = upload.error?.message ?? error

  function uploadChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    currentTarget.value = ''
    if (chosen) upload.mutate(chosen, { onSuccess: ({ picture, picturetype }) => onChange({ picture, picturetype }) })
  }

  return (
    <div className="column">
      <div className={styles.preview} role="img" aria-label="Как увидит покупатель">
        {picture > 0 && <img src={pictureUrl(picture, picturetype, 1200)} alt="" width={1200} height={300} />}
        <span className={styles.words}>
          <b>{title || 'Заголовок'}</b>
          {text}
        </span>
      </div>
      <div className="row wrap">
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label="Файл картинки"
          accept="image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic"
          onChange={uploadChosen}
        />
        <Button small busy={upload.isPending} onClick={() => input.current?.click()}>
          {picture > 0 ? 'Заменить картинку' : 'Загрузить картинку'}
        </Button>
        {picture > 0 && (
          <Button small variant="plain" onClick={() => onChange({ picture: 0, picturetype: '' })}>
            Убрать
          </Button>
        )}
        <span className="small dim">1200 × 300, до 20 МБ; на узком экране видна правая часть</span>
      </div>
      {message !== undefined && (
        <span className="small bad" role="alert">
          {message}
        </span>
      )}
    </div>
  )
}
