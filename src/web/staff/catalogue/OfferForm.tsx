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
import { offerInputOf, type Fields, type OfferDraft } from './offer-draft.ts'
import { OfferGoods } from './OfferGoods.tsx'
import { OfferHead } from './OfferHead.tsx'
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
  const [wrong, setWrong] = useState<Fields>({})
  const save = useSaveOffer()
  const remove = useDeleteOffer()
  const notify = useNotify()
  const confirm = useConfirm()
  const done = useRef(false)
  useUnsaved(() => !done.current && JSON.stringify(draft) !== JSON.stringify(initial))
  const change = (part: Partial<OfferDraft>) => setDraft((before) => ({ ...before, ...part }))
  const focusInvalid = useFocusInvalid('page')

  function submit(event: FormEvent) {
    event.preventDefault()
    const made = offerInputOf(draft)
    setWrong('fields' in made ? made.fields : {})
    save.reset()
    if ('fields' in made) return focusInvalid()
    save.mutate(
      { ...made.input, id, version },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Акция сохранена, цены обновляются' })
          leave()
        },
        onError: (error) => {
          setWrong(fieldErrorsOf(error))
          focusInvalid()
        },
      },
    )
  }

  /** Leaves without asking: there are no unsaved changes any more. */
  function leave() {
    done.current = true
    onDone()
  }

  async function drop() {
    if (id === undefined || !(await confirm(`Удалить акцию «${initial.title}»? Её цены перестанут действовать сразу`)))
      return
    remove.mutate(id, { onSuccess: leave, onError: ({ message }) => notify({ tone: 'bad', text: message }) })
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
            <Button variant="danger" busy={remove.isPending} onClick={() => void drop()}>
              Удалить
            </Button>
          )}
          <Button type="submit" form="offer" variant="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      {(save.error || Object.keys(wrong).length > 0) && (
        <SaveFailure error={save.error} message={messageOf(save.error)} what="акцию" onReload={onReload} />
      )}
      <Card>
        <CardBody>
          <OfferHead draft={draft} wrong={wrong} onChange={change} onSubmit={submit} />
        </CardBody>
      </Card>
      <OfferGoods goods={draft.goods} wrong={wrong} onChange={(goods) => change({ goods })} />
    </Page>
  )
}

/** Undefined when the server's message is sufficient. */
function messageOf(error: Error | null): string | undefined {
  const isOfWhole = error instanceof CallError && Object.keys(fieldErrorsOf(error)).length === 0
  return isOfWhole ? undefined : markedFieldsMessage
}
