import { useRef, useState, type FormEvent } from 'react'
import type { StaffSeller } from '#shared/api/staff-sellers.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { sellerDraftOf, sellerFaults, sellerWishOf } from './seller-draft.ts'
import { SellerFields } from './SellerFields.tsx'
import { useDeleteSeller, useSaveSeller } from './use-sellers.ts'

type DialogProps = { seller: StaffSeller | undefined; onClose: () => void; onReload: () => Promise<void> }

/** An organisation of ours to be entered or changed. What it was opened with stays until the person loads it anew. */
export function SellerDialog({ seller, onClose, onReload }: DialogProps) {
  const [draft, setDraft] = useState(() => sellerDraftOf(seller))
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveSeller()
  const remove = useDeleteSeller()
  const notify = useNotify()
  const confirm = useConfirm()
  const conflict = save.error instanceof CallError && save.error.status === 409
  const told = save.error instanceof CallError ? (save.error.body.fields ?? {}) : {}
  const faults = checked ? sellerFaults(draft) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(sellerFaults(draft)).length > 0) return showFault()
    save.mutate({ ...sellerWishOf(draft), id: seller?.id, version: seller?.version }, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
        onClose()
      },
      onError: showFault,
    })
  }

  /** Once it is drawn: the form is longer than a screen. */
  function showFault() {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  async function drop() {
    if (!seller || !(await confirm(`Удалить организацию «${seller.company}»?`))) return
    remove.mutate(seller.id, { onSuccess: onClose, onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={760}
      title={seller ? seller.company : 'Новая организация'}
      footer={
        <>
          {seller && !seller.is_default && seller.contracts === 0 && (
            <Button look="danger" busy={remove.isPending} onClick={() => void drop()}>
              Удалить
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>Отменить</Button>
          <Button type="submit" form="seller" look="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form ref={form} id="seller" className="column" noValidate onSubmit={submit}>
        {save.error && (
          <Note tone="bad" role="alert" action={conflict && <Button small onClick={() => void onReload()}>Загрузить заново</Button>}>
            {conflict ? 'Данные изменились: организацию уже поменял кто-то другой. Ваши изменения не сохранены' : save.error.message}
          </Note>
        )}
        {seller && seller.code1c !== null && <Note>Название, адрес и счёт этой организации обновляет 1С при каждой выгрузке.</Note>}
        <SellerFields draft={draft} wrong={{ ...told, ...faults }} alwaysDefault={seller?.is_default === true} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
      </form>
    </Modal>
  )
}
