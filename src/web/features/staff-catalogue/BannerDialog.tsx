import { useState, type FormEvent } from 'react'
import type { StaffBanner } from '#shared/api/staff-banners.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { bannerDraftOf, BannerFields, bannerWishOf } from './BannerFields.tsx'
import { useDeleteBanner, useSaveBanner } from './use-banners.ts'

type DialogProps = { banner: StaffBanner | undefined; onClose: () => void; onReload: () => Promise<void> }

/** A banner to be made or changed. What it was opened with stays until the person loads it anew. */
export function BannerDialog({ banner, onClose, onReload }: DialogProps) {
  const [draft, setDraft] = useState(() => bannerDraftOf(banner))
  const save = useSaveBanner()
  const remove = useDeleteBanner()
  const notify = useNotify()
  const confirm = useConfirm()
  const conflict = save.error instanceof CallError && save.error.status === 409
  const wrong = save.error instanceof CallError ? (save.error.body.fields ?? {}) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ ...bannerWishOf(draft), id: banner?.id, version: banner?.version }, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'Баннер сохранён' })
        onClose()
      },
    })
  }

  async function drop() {
    if (!banner || !(await confirm(`Удалить баннер «${banner.title}»?`))) return
    remove.mutate(banner.id, { onSuccess: onClose, onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={640}
      title={banner ? 'Баннер' : 'Новый баннер'}
      footer={
        <>
          {banner && (
            <Button look="danger" busy={remove.isPending} onClick={() => void drop()}>
              Удалить
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>Отменить</Button>
          <Button type="submit" form="banner" look="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form id="banner" className="column" noValidate onSubmit={submit}>
        {save.error && (
          <Note tone="bad" role="alert" action={conflict && <Button small onClick={() => void onReload()}>Загрузить заново</Button>}>
            {conflict ? 'Данные изменились: баннер уже поменял кто-то другой. Ваши изменения не сохранены' : save.error.message}
          </Note>
        )}
        <BannerFields draft={draft} wrong={wrong} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
      </form>
    </Modal>
  )
}
