import { useState, type FormEvent } from 'react'
import type { StaffCategory } from '#shared/api/staff/categories.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { DescriptionFields } from '#web/parts/descriptions/DescriptionFields.tsx'
import { descriptionInputOf, type DescriptionDraft } from '#web/parts/descriptions/description-draft.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useCategory, useSaveDescription } from './use-categories.ts'

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
  const [draft, setDraft] = useState<DescriptionDraft>({ shown: category.shown, text: category.text })
  const conflict = save.error instanceof CallError && save.error.status === 409
  const fields = save.error instanceof CallError ? fieldErrorsOf(save.error) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ id, version, ...descriptionInputOf(draft) }, { onSuccess: onClose })
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
        <DescriptionFields
          label="Текст над товарами"
          draft={draft}
          exchangeText={exchangeText}
          noneText="Над товарами раздела описания не будет."
          error={fields.text}
          onChange={setDraft}
        />
      </form>
    </Modal>
  )
}
