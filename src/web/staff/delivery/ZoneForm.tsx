import { useRef, useState, type FormEvent } from 'react'
import type { StaffZone } from '#shared/api/staff/delivery.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { useSaveZone, type StaffDelivery } from './use-staff-delivery.ts'
import { zoneDraftOf, zoneInputOf, type FieldErrors, type ZoneDraft } from './zone-draft.ts'
import { ZoneEditor } from './ZoneEditor.tsx'
import { ZoneFields } from './ZoneFields.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './staff-delivery.module.css'

type FormProps = { zone: StaffZone | undefined; delivery: StaffDelivery; onDone: () => void; onReload: () => void }

/** Creates or changes a zone. The initial values stay until the user reloads them. */
export function ZoneForm({ zone, delivery, onDone, onReload }: FormProps) {
  const [initial] = useState(() => zoneDraftOf(zone, delivery.zones))
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [submitted, setSubmitted] = useState<ZoneDraft>()
  const save = useSaveZone()
  const notify = useNotify()
  const isDone = useRef(false)
  const focusInvalid = useFocusInvalid('page')
  const title = zone?.header ?? 'Новая зона'
  const change = (patch: Partial<ZoneDraft>) => setDraft((previous) => ({ ...previous, ...patch }))
  useUnsaved(() => !isDone.current && JSON.stringify(draft) !== JSON.stringify(initial))

  function submit(event: FormEvent) {
    event.preventDefault()
    const result = zoneInputOf(draft)
    setSubmitted(draft)
    setErrors('fields' in result ? result.fields : {})
    save.reset()
    if ('fields' in result) return focusInvalid()
    isDone.current = true
    save.mutate(
      { ...result.input, id: zone?.id, version: zone?.version },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `Зона «${draft.header.trim()}» сохранена` })
          onDone()
        },
        onError: (error) => {
          isDone.current = false
          setErrors(fieldErrorsOf(error))
          focusInvalid()
        },
      },
    )
  }

  return (
    <Page
      title={title}
      actions={
        <>
          <Button onClick={onDone}>К зонам</Button>
          <Button type="submit" form="zone" variant="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <PageTitle>{title}</PageTitle>
      {save.error && <SaveFailure error={save.error} subject="зону" onReload={onReload} />}
      <div className={styles.columns}>
        <ZoneEditor
          header={draft.header}
          corners={draft.corners}
          id={zone?.id}
          delivery={delivery}
          error={draft.corners === submitted?.corners ? errors.polygon : undefined}
          onChange={(corners) => change({ corners })}
        />
        <Card>
          <CardBody>
            <form id="zone" className={styles.form} noValidate onSubmit={submit}>
              <ZoneFields draft={draft} errors={errors} onChange={change} />
            </form>
          </CardBody>
        </Card>
      </div>
    </Page>
  )
}
