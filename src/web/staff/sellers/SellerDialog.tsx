import { useRef, useState } from 'react'
import type { StaffSeller } from '#shared/api/staff/sellers.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { sellerDraftOf, sellerErrors, sellerInputOf } from '#web/parts/sellers/seller-draft.ts'
import { SellerFields } from '#web/parts/sellers/SellerFields.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useDeleteSeller, useSaveSeller } from './use-sellers.ts'

type DialogProps = { seller: StaffSeller | undefined; onClose: () => void; onReload: () => Promise<void> }

/** Creates or changes a seller. The initial values stay until the user reloads them. */
export function SellerDialog({ seller, onClose, onReload }: DialogProps) {
  const [initial] = useState(() => sellerDraftOf(seller))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveSeller()
  const focusInvalid = useFocusInvalid(form, save.error)
  const remove = useDeleteSeller()
  const notify = useNotify()
  const confirm = useConfirm()
  const errors = checked ? sellerErrors(draft) : {}
  const alwaysDefault = seller?.is_default === true
  const change = (patch: Partial<typeof draft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    setChecked(true)
    if (Object.keys(sellerErrors(draft)).length > 0) return focusInvalid()
    save.mutate(
      { ...sellerInputOf(draft), id: seller?.id, version: seller?.version },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
          onClose()
        },
      },
    )
  }

  async function deleteSeller() {
    if (!seller || !(await confirm(`Удалить организацию «${seller.company}»?`))) return
    remove.mutate(seller.id, { onSuccess: onClose, onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <SaveDialog
      width={760}
      title={seller ? seller.company : 'Новая организация'}
      subject="организацию"
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      form={form}
      saving={save.isPending}
      error={save.error}
      onReload={onReload}
      onSubmit={submit}
      onClose={onClose}
      extra={
        seller &&
        !seller.is_default &&
        seller.contracts === 0 && (
          <Button variant="danger" busy={remove.isPending} onClick={() => void deleteSeller()}>
            Удалить
          </Button>
        )
      }
    >
      {seller && seller.code1c !== null && (
        <Note>Название, адрес и счёт этой организации обновляет 1С при каждой выгрузке.</Note>
      )}
      <SellerFields draft={draft} errors={{ ...fieldErrorsOf(save.error), ...errors }} onChange={change} />
      <Checkbox
        label="Основная: продаёт по договорам, где продавец не назван"
        checked={alwaysDefault || draft.is_default}
        disabled={alwaysDefault}
        onChange={({ currentTarget }) => change({ is_default: currentTarget.checked })}
      />
    </SaveDialog>
  )
}
