import { useRef, useState, type RefObject } from 'react'
import { uploadClaimFile, type ClaimFile } from '#shared/api/claims.ts'
import { maxClaimFiles } from '#shared/rules/aftersale/claims.ts'
import { sendFile } from '#web/api/send-file.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './claims.module.css'

type PhotosProps = {
  files: readonly ClaimFile[]
  /** Whether the type of the claim requires a photo. */
  isRequired: boolean
  error?: string | undefined
  /** The file input, if another control opens it too. */
  inputRef?: RefObject<HTMLInputElement | null>
  onChange: (change: (files: readonly ClaimFile[]) => readonly ClaimFile[]) => void
}

/** Photos and documents of a claim, uploaded one by one when chosen, so that a failure affects only one file. */
export function Photos({ files, isRequired, error, inputRef, onChange }: PhotosProps) {
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  const [sending, setSending] = useState(0)
  const [failure, setFailure] = useState<string>()

  async function uploadFiles(chosen: readonly File[]) {
    setFailure(undefined)
    const freeSlots = maxClaimFiles - files.length
    for (const file of chosen.slice(0, freeSlots)) {
      setSending((count) => count + 1)
      try {
        const { file: uploaded } = await sendFile(uploadClaimFile, { name: file.name.slice(-200) }, file)
        onChange((previous) => [...previous, uploaded])
      } catch (reason) {
        setFailure(`${file.name}: ${reason instanceof Error ? reason.message : 'не отправлен'}`)
      }
      setSending((count) => count - 1)
    }
  }

  return (
    <fieldset className={styles.photos}>
      <legend>
        <b className="bold">Фото</b> <span className="small dim">{isRequired ? 'обязательно' : 'если есть'}</span>
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
            <IconButton
              icon="close"
              small
              label={`Убрать ${file.name}`}
              onClick={() => onChange((previous) => previous.filter(({ id }) => id !== file.id))}
            />
          </li>
        ))}
        {files.length < maxClaimFiles && (
          <li>
            <button type="button" aria-busy={sending > 0 || undefined} onClick={() => input.current?.click()}>
              <Icon name="plus" />
              {sending > 0 ? 'Отправляем…' : 'Фото или PDF'}
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
          void uploadFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {(failure ?? error) && (
        <p className="bad small" role="alert">
          {failure ?? error}
        </p>
      )}
    </fieldset>
  )
}
