import { FileButton } from '#web/ui/files/FileButton.tsx'

/** A small button for several files, or for a folder. */
export function UploadButton({
  label,
  ...props
}: {
  label: string
  accept: string
  folder?: boolean
  busy: boolean
  onFiles: (files: readonly File[]) => void
}) {
  return (
    <FileButton {...props} label={`${label}: файлы`} multiple small icon="plus">
      {label}
    </FileButton>
  )
}
