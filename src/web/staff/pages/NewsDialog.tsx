import { useState } from 'react'
import { newsLength, type StaffNews } from '#shared/api/staff/pages.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { portalPath } from '#web/ui/forms/portal-path.ts'
import { markedFieldsMessage } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { placementDraftOf, placementInputOf } from './placement-draft.ts'
import { useSaveNews } from './use-staff-pages.ts'

/** Creates or changes a news item. */
export function NewsDialog({ news, onClose }: { news: StaffNews | undefined; onClose: () => void }) {
  const [initial] = useState(() => ({
    text: news?.text ?? '',
    link: news?.link ?? '',
    shown: news?.shown ?? true,
    ...placementDraftOf(news),
  }))
  const [draft, setDraft] = useState(initial)
  const save = useSaveNews()
  const notify = useNotify()
  const errors = fieldErrorsOf(save.error)
  const change = (patch: Partial<typeof draft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    save.mutate(
      { ...draft, ...placementInputOf(draft), id: news?.id, link: portalPath(draft.link) },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Новость сохранена', fadeMs: 3000 })
          onClose()
        },
      },
    )
  }

  return (
    <SaveDialog
      width={640}
      title={news ? 'Новость' : 'Новая новость'}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      message={Object.keys(errors).length > 0 ? markedFieldsMessage : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Текст новости"
        hint="Одна-две строки над главной страницей"
        value={draft.text}
        maxLength={newsLength}
        error={errors.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <TextField
        label="Куда ведёт"
        placeholder="/delivery"
        hint="Страница портала, которую откроет новость; пусто – никакая"
        value={draft.link}
        maxLength={newsLength}
        error={errors.link}
        onChange={({ currentTarget }) => change({ link: currentTarget.value })}
      />
      <AudienceFields draft={draft} errors={errors} onChange={change} />
      <Checkbox
        label="Показывать покупателям"
        checked={draft.shown}
        onChange={({ currentTarget }) => change({ shown: currentTarget.checked })}
      />
    </SaveDialog>
  )
}
