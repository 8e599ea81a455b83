import { useState } from 'react'
import type { StaffBanner } from '#shared/api/staff/banners.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { bannerDraftOf, BannerFields, bannerInputOf } from './BannerFields.tsx'
import { useDeleteBanner, useSaveBanner } from './use-banners.ts'

type DialogProps = { banner: StaffBanner | undefined; onClose: () => void; onReload: () => Promise<void> }

/** Creates or changes a banner. The initial values stay until the user reloads them. */
export function BannerDialog({ banner, onClose, onReload }: DialogProps) {
  const [initial] = useState(() => bannerDraftOf(banner))
  const [draft, setDraft] = useState(initial)
  const save = useSaveBanner()
  const remove = useDeleteBanner()
  const notify = useNotify()
  const confirm = useConfirm()

  function submit() {
    save.mutate(
      { ...bannerInputOf(draft), id: banner?.id, version: banner?.version },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Баннер сохранён' })
          onClose()
        },
      },
    )
  }

  async function deleteBanner() {
    if (!banner || !(await confirm(`Удалить баннер «${banner.title}»?`))) return
    remove.mutate(banner.id, { onSuccess: onClose, onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <SaveDialog
      width={640}
      title={banner ? 'Баннер' : 'Новый баннер'}
      subject="баннер"
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      onReload={onReload}
      onSubmit={submit}
      onClose={onClose}
      extra={
        banner && (
          <Button variant="danger" busy={remove.isPending} onClick={() => void deleteBanner()}>
            Удалить
          </Button>
        )
      }
    >
      <BannerFields
        draft={draft}
        errors={fieldErrorsOf(save.error)}
        onChange={(part) => setDraft((previous) => ({ ...previous, ...part }))}
      />
    </SaveDialog>
  )
}
