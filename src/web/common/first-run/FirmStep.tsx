import { useRef, useState, type FormEvent } from 'react'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { sellerDraftOf, sellerErrors, sellerInputOf } from '#web/parts/sellers/seller-draft.ts'
import { SellerFields } from '#web/parts/sellers/SellerFields.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { focusFirst } from './focus.ts'
import { useSaveFirm } from './use-setup.ts'

/** Our organisation with the requisites for invoices. */
export function FirmStep() {
  const [draft, setDraft] = useState(() => sellerDraftOf(undefined))
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveFirm()
  const focusInvalid = useFocusInvalid(form, save.error)
  const errors = { ...fieldErrorsOf(save.error), ...(checked ? sellerErrors(draft) : {}) }

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(sellerErrors(draft)).length > 0) focusInvalid()
    else save.mutate(sellerInputOf(draft))
  }

  return (
    <Card title="Ваша фирма">
      <CardBody>
        <form ref={form} className="column" noValidate onSubmit={submit}>
          <p className="muted">
            Эти реквизиты стоят в счетах покупателям. Достаточно названия и ИНН, остальное можно дополнить позже.
          </p>
          {save.error && Object.keys(errors).length === 0 && (
            <Note tone="bad" role="alert">
              {save.error.message}
            </Note>
          )}
          <div className="column" ref={(part) => focusFirst(part?.querySelector('input') ?? null)}>
            <SellerFields
              draft={draft}
              errors={errors}
              onChange={(part) => setDraft((previous) => ({ ...previous, ...part }))}
            />
          </div>
          <div className="row">
            <Button variant="primary" type="submit" busy={save.isPending}>
              Сохранить и продолжить
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
