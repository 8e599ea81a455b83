import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { Button } from '../Button.tsx'

type FileButtonProps = {
  children: ReactNode
  /** Name of the file field, for tests and screen readers. */
  label: string
  accept: string
  multiple?: boolean
  /** All files of a folder, with its subfolders. */
  folder?: boolean
  busy: boolean
  small?: boolean
  icon?: 'plus'
  describedBy?: string | undefined
  onFiles: (files: readonly File[]) => void
}

/** A button that opens the file dialog. */
export function FileButton({
  children,
  label,
  accept,
  multiple = false,
  folder = false,
  describedBy,
  onFiles,
  ...button
}: FileButtonProps) {
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
        multiple={multiple}
        {...(folder ? { webkitdirectory: '' } : {})}
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={onChange}
      />
      <Button
        {...button}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        onClick={() => field.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
