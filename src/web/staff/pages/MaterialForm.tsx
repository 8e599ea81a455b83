import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { materialTitleLength, type StaffMaterial } from '#shared/api/staff/pages.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { MaterialText } from '#web/parts/pages/MaterialText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { markedFieldsMessage, SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { HtmlField } from './HtmlField.tsx'
import { placementDraftOf, placementInputOf } from './placement-draft.ts'
import { usePreview, useSaveMaterial } from './use-staff-pages.ts'
import { Versions } from './Versions.tsx'
import styles from './staff-pages.module.css'

type FormProps = { page: StaffMaterial | undefined; onDone: () => void; onReload: () => void }

const debounceMs = 300

/** Title and text of a page, with a preview. */
export function MaterialForm({ page, onDone, onReload }: FormProps) {
  // The initial values stay when the list is refetched.
  const [opened] = useState(page)
  const [initial] = useState(() => ({
    title: page?.title ?? '',
    html: page?.html ?? '',
    published: page?.published ?? false,
    ...placementDraftOf(page),
  }))
  const [draft, setDraft] = useState(initial)
  const save = useSaveMaterial()
  const notify = useNotify()
  const isDone = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalid(form, save.error)
  useUnsaved(() => !isDone.current && JSON.stringify(draft) !== JSON.stringify(initial))
  const errors = fieldErrorsOf(save.error)
  const change = (patch: Partial<typeof draft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(
      { ...draft, ...placementInputOf(draft), id: opened?.id, version: opened?.version },
      {
        onSuccess: () => {
          isDone.current = true
          notify({ tone: 'ok', text: 'Страница сохранена', fadeMs: 3000 })
          onDone()
        },
      },
    )
  }

  return (
    <Page
      above={
        <Link to="/admin/materials">
          <Icon name="back" size={12} />
          Страницы и новости
        </Link>
      }
      title={opened?.title ?? 'Новая страница'}
      actions={
        <Button type="submit" form="material" variant="primary" busy={save.isPending}>
          Сохранить
        </Button>
      }
    >
      {save.error && (
        <SaveFailure
          error={save.error}
          message={Object.keys(errors).length > 0 ? markedFieldsMessage : undefined}
          subject="страницу"
          onReload={onReload}
        />
      )}
      <div className={styles.editor}>
        <Card>
          <CardBody>
            <form id="material" ref={form} className="column" noValidate onSubmit={submit}>
              <TextField
                label="Заголовок"
                value={draft.title}
                maxLength={materialTitleLength}
                error={errors.title}
                onChange={({ currentTarget }) => change({ title: currentTarget.value })}
              />
              <HtmlField value={draft.html} error={errors.html} onChange={(html) => change({ html })} />
              <AudienceFields draft={draft} errors={errors} onChange={change} />
              <Checkbox
                label="Опубликована"
                checked={draft.published}
                onChange={({ currentTarget }) => change({ published: currentTarget.checked })}
              />
            </form>
          </CardBody>
        </Card>
        <Preview title={draft.title} html={draft.html} />
      </div>
      {opened && <Versions id={opened.id} onTake={({ title, html }) => change({ title, html })} />}
    </Page>
  )
}

function Preview({ title, html }: { title: string; html: string }) {
  const [settled] = useDebouncedValue(html, debounceMs)
  const preview = usePreview(settled)
  return (
    <section className={styles.preview} aria-label="Как увидит покупатель" aria-busy={preview.isFetching || undefined}>
      <h2>{title.trim() === '' ? 'Без заголовка' : title}</h2>
      {preview.error ? (
        <p className="bad">{preview.error.message}</p>
      ) : preview.data === '' ? (
        <p className="dim">Здесь появится текст, как его увидит покупатель</p>
      ) : (
        <MaterialText html={preview.data ?? ''} />
      )}
    </section>
  )
}
