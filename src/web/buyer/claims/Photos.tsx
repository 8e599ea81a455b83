import { useRef, type RefObject } from 'react'
import { maxClaimFiles } from '#shared/rules/aftersale/claims.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { ClaimFiles, Upload } from './use-claim-files.ts'
import styles from './claims.module.css'

type PhotosProps = {
  photos: ClaimFiles
  /** Whether the type of the claim requires a photo. */
  isRequired: boolean
  /** The file input, if another control opens it too. */
  inputRef?: RefObject<HTMLInputElement | null>
  /** The claim was sent without the required photo. */
  isMissing?: boolean
  /** The button that adds a file. */
  buttonRef?: RefObject<HTMLButtonElement | null>
}

/** Photos and documents of a claim with the progress of each upload; a failed one is retried by itself. */
export function Photos({ photos, isRequired, inputRef, isMissing = false, buttonRef }: PhotosProps) {
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  const { files, uploads } = photos
  const failed = uploads.filter(({ failure }) => failure !== undefined)
  return (
    <fieldset className={styles.photos}>
      <legend>
        <b className="bold">Фото</b>{' '}
        <span className={isMissing ? 'small bad' : 'small dim'}>{isRequired ? 'обязательно' : 'если есть'}</span>
        <span className="grow" />
        <span className="small dim">
          {files.length} из {maxClaimFiles}
        </span>
      </legend>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            {file.type === 'webp' ? <img src={file.url} alt={file.name} /> : <Icon name="document" />}
            <span className="small clip">{file.name}</span>
            <IconButton icon="close" small label={`Убрать ${file.name}`} onClick={() => photos.remove(file.id)} />
          </li>
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.key} upload={upload} photos={photos} />
        ))}
        {!photos.isFull && (
          <li>
            <button
              type="button"
              ref={buttonRef}
              data-missing={isMissing || undefined}
              onClick={() => input.current?.click()}
            >
              <Icon name="plus" />
              Фото или PDF
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Фото или PDF"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf"
        onChange={({ currentTarget }) => {
          photos.add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {failed.length > 0 && (
        <div className="bad small" role="alert">
          {failed.map(({ key, name, failure }) => (
            <p key={key}>
              {name}: {failure?.message}
            </p>
          ))}
        </div>
      )}
    </fieldset>
  )
}

function UploadTile({ upload: { key, name, share, failure }, photos }: { upload: Upload; photos: ClaimFiles }) {
  const percent = Math.round(share * 100)
  return (
    <li>
      {failure?.canRetry ? (
        <button
          type="button"
          className={styles.retry}
          aria-label={`Повторить загрузку ${name}`}
          onClick={() => photos.retry(key)}
        >
          <Icon name="reload" />
          Повторить
        </button>
      ) : (
        <span className={styles.tile} data-failed={failure !== undefined || undefined}>
          {failure ? <Icon name="warning" /> : <Icon name="upload" />}
          {failure ? 'Не принят' : progressText(percent)}
          {!failure && (
            <progress aria-label={`Загрузка ${name}`} max={100} {...(percent < 100 ? { value: percent } : {})} />
          )}
        </span>
      )}
      <span className="small clip">{name}</span>
      <IconButton icon="close" small label={`Убрать ${name}`} onClick={() => photos.cancel(key)} />
    </li>
  )
}

function progressText(percent: number): string {
  if (percent === 0) return 'Ждёт'
  return percent < 100 ? `${percent} %` : 'Проверяем'
}
