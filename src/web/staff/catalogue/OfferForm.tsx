import { Link } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { markedFieldsMessage, SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { offerInputOf, type FieldErrors, type OfferDraft } from './offer-draft.ts'
import { OfferGoods } from './OfferGoods.tsx'
import { OfferFields } from './OfferFields.tsx'
import { useDeleteOffer, useSaveOffer } from './use-offers.ts'

type FormProps = {
  id: number | undefined
  version: string | undefined
  initial: OfferDraft
  onDone: () => void
  onReload: () => void
}

/** Fields and goods of an offer, saved together. */
export function OfferForm({ id, version, initial, onDone, onReload }: FormProps) {
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useSaveOffer()
  const remove = useDeleteOffer()
  const notify = useNotify()
  const confirm = useConfirm()
  const isDone = useRef(false)
  useUnsaved(() => !isDone.current && JSON.stringify(draft) !== JSON.stringify(initial))
  const change = (patch: Partial<OfferDraft>) => setDraft((previous) => ({ ...previous, ...patch }))
  const focusInvalid = useFocusInvalid('page')

  function submit(event: FormEvent) {
    event.preventDefault()
    const result = offerInputOf(draft)
    setErrors('fields' in result ? result.fields : {})
    save.reset()
    if ('fields' in result) return focusInvalid()
    save.mutate(
      { ...result.input, id, version },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Акция сохранена, цены обновляются' })
          closeSaved()
        },
        onError: (error) => {
          setErrors(fieldErrorsOf(error))
          focusInvalid()
        },
      },
    )
  }

  /** Skips the question about unsaved changes: they are saved or deleted. */
  function closeSaved() {
    isDone.current = true
    onDone()
  }

  async function deleteOffer() {
    if (id === undefined || !(await confirm(`Удалить акцию «${initial.title}»? Её цены перестанут действовать сразу`)))
      return
    remove.mutate(id, { onSuccess: closeSaved, onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <Page
      above={
        <Link to="/admin/offers">
          <Icon name="back" size={12} />
          Спецпредложения
        </Link>
      }
      title={id === undefined ? 'Новая акция' : initial.title}
      actions={
        <>
          {id !== undefined && (
            <Button variant="danger" busy={remove.isPending} onClick={() => void deleteOffer()}>
              Удалить
            </Button>
          )}
          <Button type="submit" form="offer" variant="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      {(save.error || Object.keys(errors).length > 0) && (
        <SaveFailure error={save.error} message={messageOf(save.error)} subject="акцию" onReload={onReload} />
      )}
      <Card>
        <CardBody>
          <OfferFields draft={draft} errors={errors} onChange={change} onSubmit={submit} />
        </CardBody>
      </Card>
      <OfferGoods goods={draft.goods} errors={errors} onChange={(goods) => change({ goods })} />
    </Page>
  )
}

/** Undefined when the server's message is sufficient. */
function messageOf(error: Error | null): string | undefined {
  const isGeneral = error instanceof CallError && Object.keys(fieldErrorsOf(error)).length === 0
  return isGeneral ? undefined : markedFieldsMessage
}
