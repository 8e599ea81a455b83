import { useRef, type ChangeEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'

/** A button that opens the file dialog. */
export function UploadButton({
  label,
  accept,
  busy,
  onFiles,
}: {
  label: string
  accept: string
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
