import { useMutation } from '@tanstack/react-query'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/files/FileButton.tsx'
import { sendPicture } from './send-picture.ts'

export type ChosenPicture = { picture: number; picturetype: string }

/** Buttons that upload, replace or remove one picture; 0 = none. */
export function PictureUpload({
  picture,
  hint,
  error,
  onChange,
}: {
  picture: number
  hint: string
  error: string | undefined
  onChange: (chosen: ChosenPicture) => void
}) {
  const upload = useMutation({ mutationFn: sendPicture })
  const message = upload.error?.message ?? error

  function uploadFirst([chosen]: readonly File[]) {
    if (chosen) upload.mutate(chosen, { onSuccess: ({ picture, picturetype }) => onChange({ picture, picturetype }) })
  }

  return (
    <>
      <div className="row wrap">
        <FileButton
          label="Файл картинки"
          accept="image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic"
          busy={upload.isPending}
          small
          onFiles={uploadFirst}
        >
          {picture > 0 ? 'Заменить картинку' : 'Загрузить картинку'}
        </FileButton>
        {picture > 0 && (
          <Button small variant="plain" onClick={() => onChange({ picture: 0, picturetype: '' })}>
            Убрать
          </Button>
        )}
        <span className="small dim">{hint}</span>
      </div>
      {message !== undefined && (
        <span className="small bad" role="alert">
          {message}
        </span>
      )}
    </>
  )
}
