import { useState, type FormEvent } from 'react'
import { maxDescriptionLength, type DescriptionSource, type StaffCategory } from '#shared/api/staff/categories.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { sourceLabels } from './source-texts.ts'
import { useCategory, useSaveDescription } from './use-categories.ts'
import styles from './categories.module.css'

const sources = (['exchange', 'own', 'none'] as const).map((value) => ({ value, label: sourceLabels[value] }))

/** The description shown above a category's goods. */
export function DescriptionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useCategory(id)
  if (data)
    return <DescriptionForm key={data.version} category={data} onReload={() => void refetch()} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} width={640} title="Описание раздела">
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={240} />}
    </Modal>
  )
}

function DescriptionForm({
  category,
  onReload,
  onClose,
}: {
  category: StaffCategory
  onReload: () => void
  onClose: () => void
}) {
  const { id, header, version, exchange_text: exchangeText } = category
  const save = useSaveDescription()
  const [shown, setShown] = useState<DescriptionSource>(category.shown)
  const [text, setText] = useState(category.text)
  const conflict = save.error instanceof CallError && save.error.status === 409
  const fields = save.error instanceof CallError ? fieldErrorsOf(save.error) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ id, version, shown, text: shown === 'own' ? text : '' }, { onSuccess: onClose })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={640}
      title={`Описание раздела «${header}»`}
      footer={
        <>
          <Button onClick={onClose}>Отменить</Button>
          <Button type="submit" form="description" variant="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form id="description" className="column" onSubmit={submit}>
        {save.error && !fields.text && (
          <Note
            tone="bad"
            role="alert"
            action={
              conflict && (
                <Button small onClick={onReload}>
                  Загрузить заново
                </Button>
              )
            }
          >
            {save.error.message}
          </Note>
        )}
        <div>
          <Segments label="Что показывать" options={sources} value={shown} onChange={setShown} />
        </div>
        {shown === 'own' ? (
          <TextArea
            label="Текст над товарами"
            hint="Абзацы отделяет пустая строка. Без текста покупатель видит описание из 1С"
            error={fields.text}
            maxLength={maxDescriptionLength}
            rows={10}
            style={{ height: 220 }}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : shown === 'exchange' ? (
          <section aria-label="Описание из 1С" className={styles.sent}>
            {exchangeText || <span className="dim">В 1С описания нет</span>}
          </section>
        ) : (
          <p className="dim">Над товарами раздела описания не будет. Текст из 1С остаётся и может вернуться.</p>
        )}
      </form>
    </Modal>
  )
}
