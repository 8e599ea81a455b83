import { useMutation } from '@tanstack/react-query'
import { useRef, type ChangeEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({ mutationFn: sendPicture })
  const message = upload.error?.message ?? error

  function uploadChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    currentTarget.value = ''
    if (chosen) upload.mutate(chosen, { onSuccess: ({ picture, picturetype }) => onChange({ picture, picturetype }) })
  }

  return (
    <>
      <div className="row wrap">
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label="Файл картинки"
          accept="image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic"
          onChange={uploadChosen}
        />
        <Button small busy={upload.isPending} onClick={() => input.current?.click()}>
          {picture > 0 ? 'Заменить картинку' : 'Загрузить картинку'}
        </Button>
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
