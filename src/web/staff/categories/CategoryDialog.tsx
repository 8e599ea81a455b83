import { useState, type FormEvent } from 'react'
import type { StaffCategory } from '#shared/api/staff/categories.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { DescriptionFields } from '#web/parts/descriptions/DescriptionFields.tsx'
import { descriptionInputOf, type DescriptionDraft } from '#web/parts/descriptions/description-draft.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { PictureUpload, type ChosenPicture } from '#web/parts/goods/PictureUpload.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useCategory, useSaveCategory } from './use-categories.ts'
import styles from './categories.module.css'

/** The description shown above a category's goods, and the picture of its tile. */
export function CategoryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useCategory(id)
  if (data) return <CategoryForm key={data.version} category={data} onReload={() => void refetch()} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} width={640} title="Раздел каталога">
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={240} />}
    </Modal>
  )
}

function CategoryForm({
  category,
  onReload,
  onClose,
}: {
  category: StaffCategory
  onReload: () => void
  onClose: () => void
}) {
  const { id, header, version, exchange_text: exchangeText } = category
  const save = useSaveCategory()
  const [draft, setDraft] = useState<DescriptionDraft>({ shown: category.shown, text: category.text })
  const [chosen, setChosen] = useState<ChosenPicture>(category)
  const conflict = save.error instanceof CallError && save.error.status === 409
  const fields = save.error instanceof CallError ? fieldErrorsOf(save.error) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ id, version, picture: chosen.picture, ...descriptionInputOf(draft) }, { onSuccess: onClose })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={640}
      title={`Раздел «${header}»`}
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
        {save.error && !fields.text && !fields.picture && (
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
        <fieldset className={`column ${styles.part}`}>
          <legend>Описание над товарами</legend>
          <DescriptionFields
            label="Текст над товарами"
            draft={draft}
            exchangeText={exchangeText}
            noneText="Над товарами раздела описания не будет."
            error={fields.text}
            onChange={setDraft}
          />
        </fieldset>
        <fieldset className={`column ${styles.part}`}>
          <legend>Картинка раздела</legend>
          <div className="row">
            {chosen.picture > 0 ? (
              <Picture id={chosen.picture} type={chosen.picturetype} size={96} alt="Картинка раздела" />
            ) : (
              <span className={`dim ${styles.noPicture}`}>нет своей</span>
            )}
            <div className="column">
              <PictureUpload
                picture={chosen.picture}
                hint="Квадратная, до 20 МБ. Без неё на плитке раздела – картинка товара"
                error={fields.picture}
                onChange={setChosen}
              />
            </div>
          </div>
        </fieldset>
      </form>
    </Modal>
  )
}
