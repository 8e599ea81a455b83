import { useId, useRef, type ChangeEvent } from 'react'
import { maxAttorneyBytes, type Consignee } from '#shared/api/organisation/consignees.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { formRefusals } from '#shared/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { fileSize } from '#web/ui/format.ts'
import styles from './recipients.module.css'

type FileProps = {
  /** The stored file. */
  stored: Consignee['file']
  chosen: File | undefined
  error: string | undefined
  onChoose: (file: File | undefined) => void
}

/** '' if the operating system does not know it. */
const mediaTypes = ['', 'application/pdf', 'image/jpeg', 'image/png']

/** Scan of a power of attorney: the stored file, and its replacement. */
export function PowerOfAttorneyFile({ stored, chosen, error, onChoose }: FileProps) {
  const below = useId()
  const field = useRef<HTMLInputElement>(null)

  function chooseFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file) onChoose(file)
  }

  return (
    <div className="column">
      <div className={styles.file}>
        <input
          ref={field}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label="Файл доверенности"
          accept=".pdf,.jpg,.jpeg,.png"
          onChange={chooseFile}
        />
        <Button
          small
          icon="upload"
          aria-describedby={below}
          data-invalid={error === undefined ? undefined : true}
          onClick={() => field.current?.click()}
        >
          {stored || chosen ? 'Заменить файл' : 'Приложить файл'}
        </Button>
        {chosen ? (
          <>
            <span>
              {chosen.name} <span className="dim nowrap">{fileSize(chosen.size)}</span>
            </span>
            <Button small variant="plain" onClick={() => onChoose(undefined)}>
              Не менять
            </Button>
          </>
        ) : (
          stored && (
            <span>
              <FileLink href={stored.url}>{stored.name}</FileLink>{' '}
              <span className="dim nowrap">{fileSize(stored.size)}</span>
            </span>
          )
        )}
      </div>
      {error === undefined ? (
        <span id={below} className="small dim">
          PDF, JPG или PNG до 10 МБ
        </span>
      ) : (
        <span id={below} className="small bad" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

/** Error of a chosen file; the server checks it as well. */
export function attorneyFileError(file: File | undefined): string | undefined {
  if (file === undefined) return undefined
  if (file.size > maxAttorneyBytes) return tooLargeMessage(maxAttorneyBytes)
  return mediaTypes.includes(file.type) ? undefined : formRefusals.noAttorney
}
