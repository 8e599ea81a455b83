import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { pictureAddress } from '#shared/api/files.ts'
import { maxLogoBytes, uploadLogo } from '#shared/api/staff/settings.ts'
import { CallError } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/files/FileButton.tsx'
import styles from './firm.module.css'

type LogoFieldProps = {
  logo: number | null
  error: string | undefined
  onChange: (logo: number | null) => void
}

/** The logo, chosen as a file. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const id = useId()
  const upload = useMutation({ mutationFn: sendLogo, onSuccess: ({ picture }) => onChange(picture) })
  const failure = upload.error?.message ?? error
  return (
    <div className="row wrap">
      <span className={styles.logo}>
        {logo === null ? (
          <span className="small dim">нет</span>
        ) : (
          <img src={pictureAddress({ id: logo, type: 'webp', width: 128 })} alt="Логотип" />
        )}
      </span>
      <span className={styles.logoText}>
        <span className="row wrap">
          <FileButton
            label="Файл логотипа"
            accept={uploadLogo.takes.mediaTypes.join(',')}
            busy={upload.isPending}
            small
            describedBy={failure === undefined ? undefined : id}
            onFiles={([file]) => file && upload.mutate(file)}
          >
            {logo === null ? 'Загрузить логотип' : 'Заменить логотип'}
          </FileButton>
          {logo !== null && (
            <Button small onClick={() => onChange(null)}>
              Убрать
            </Button>
          )}
        </span>
        {failure === undefined ? (
          <span className="small muted">PNG, SVG, JPEG или WEBP до 2 МБ</span>
        ) : (
          <span id={id} className="small bad" role="alert">
            {failure}
          </span>
        )}
      </span>
    </div>
  )
}

async function sendLogo(file: File) {
  const { tooLarge } = uploadLogo.takes
  if (file.size > maxLogoBytes) throw new CallError(413, { code: 'tooLarge', message: tooLarge })
  return sendFile(uploadLogo, {}, file)
}
