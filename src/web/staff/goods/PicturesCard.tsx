import type { GoodPicture } from '#shared/api/staff/goods.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/Page.tsx'
import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { withMoved, withHidden } from './good-draft.ts'
import { UploadButton } from './UploadButton.tsx'
import { useSendPictures } from './use-goods.ts'
import styles from './good.module.css'

type PicturesProps = {
  pictures: readonly GoodPicture[]
  errors: Readonly<Record<string, string>>
  onChange: (pictures: readonly GoodPicture[]) => void
}
const types = 'image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic'

/** Pictures of a product in display order, the main one first. Those from 1C can only be hidden. */
export function PicturesCard({ pictures, errors, onChange }: PicturesProps) {
  const upload = useSendPictures()
  const shown = pictures.filter(({ hidden }) => !hidden)

  function add(files: readonly File[]) {
    upload.mutate(files, {
      onSuccess: (sent) => {
        const known = new Set(pictures.map(({ picture }) => picture))
        const fresh = [...new Map(sent.map((each) => [each.picture, each])).values()].filter(
          ({ picture }) => !known.has(picture),
        )
        const added = fresh.map(({ picture, picturetype }): GoodPicture => ({
          picture,
          picturetype,
          source: 'staff',
          hidden: false,
        }))
        onChange([...shown, ...added, ...pictures.filter(({ hidden }) => hidden)])
      },
    })
  }

  return (
    <Card
      title="Картинки"
      extra={<UploadButton label="Загрузить картинки" accept={types} busy={upload.isPending} onFiles={add} />}
    >
      {upload.error && (
        <p className={`small bad ${styles.message}`} role="alert">
          {upload.error.message}
        </p>
      )}
      {pictures.length === 0 ? (
        <EmptyState title="Картинок нет">
          Загрузите свои: JPG, PNG, WEBP до 20 МБ. Картинки из 1С встанут рядом
        </EmptyState>
      ) : (
        <ul className={styles.pictures} aria-label={withCount(pictures.length, ['картинка', 'картинки', 'картинок'])}>
          {pictures.map((each, index) => (
            <Tile
              key={each.picture}
              picture={each}
              index={index}
              count={shown.length}
              error={errors[`pictures.${each.picture}`]}
              pictures={pictures}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type TileProps = {
  picture: GoodPicture
  index: number
  count: number
  error: string | undefined
  pictures: readonly GoodPicture[]
  onChange: PicturesProps['onChange']
}

function Tile({ picture, index, count, error, pictures, onChange }: TileProps) {
  const name = `картинку ${index + 1}`
  return (
    <li data-hidden={picture.hidden || undefined}>
      <img
        src={pictureUrl(picture.picture, picture.picturetype, 256)}
        alt={`Картинка ${index + 1}`}
        width={128}
        height={128}
        loading="lazy"
        decoding="async"
      />
      <span className={styles.tags}>
        {index === 0 && !picture.hidden && <Tag tone="accent">Главная</Tag>}
        <Tag>{picture.hidden ? 'Скрыта' : picture.source === 'exchange' ? 'Из 1С' : 'Своя'}</Tag>
      </span>
      <span className={styles.actions}>
        {!picture.hidden && (
          <>
            <IconButton
              small
              icon="left"
              label={`Передвинуть ${name} к началу`}
              disabled={index === 0}
              onClick={() => onChange(withMoved(pictures, index, index - 1))}
            />
            <IconButton
              small
              icon="right"
              label={`Передвинуть ${name} к концу`}
              disabled={index >= count - 1}
              onClick={() => onChange(withMoved(pictures, index, index + 1))}
            />
          </>
        )}
        {picture.hidden ? (
          <IconButton
            small
            icon="plus"
            label={`Показать ${name}`}
            onClick={() => onChange(withHidden(pictures, picture, false))}
          />
        ) : picture.source === 'exchange' ? (
          <IconButton
            small
            icon="close"
            label={`Скрыть ${name}`}
            onClick={() => onChange(withHidden(pictures, picture, true))}
          />
        ) : (
          <IconButton
            small
            icon="trash"
            label={`Убрать ${name}`}
            onClick={() => onChange(pictures.filter((each) => each !== picture))}
          />
        )}
      </span>
      {error !== undefined && (
        <span className="small bad" role="alert">
          {error}
        </span>
      )}
    </li>
  )
}
