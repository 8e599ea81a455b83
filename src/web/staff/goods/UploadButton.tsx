import { useRef, type ChangeEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'

/** A button that opens the file dialog. */
export function UploadButton({
  label,
  accept,
  folder = false,
  busy,
  onFiles,
}: {
  label: string
  accept: string
  /** All files of a folder, with its subfolders. */
  folder?: boolean
  busy: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const field = useRef<HTMLInputElement>(null)

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <>
      <input
        ref={field}
        className="unseen"
        type="file"
        multiple
        {...(folder ? { webkitdirectory: '' } : {})}
        tabIndex={-1}
        aria-label={`${label}: файлы`}
        accept={accept}
        onChange={onChange}
      />
      <Button small icon="plus" busy={busy} onClick={() => field.current?.click()}>
        {label}
      </Button>
    </>
  )
}
