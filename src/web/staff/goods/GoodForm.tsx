import { Link } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import type { StaffGood } from '#shared/api/staff/goods.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { markedFieldsMessage, SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { BindsCard } from './BindsCard.tsx'
import { DescriptionCard } from './DescriptionCard.tsx'
import { DocumentsCard } from './DocumentsCard.tsx'
import { FlagsCard } from './FlagsCard.tsx'
import { draftOf, isChanged, goodInputOf, type GoodDraft } from './good-draft.ts'
import type { GoodsSearch } from './goods-url.ts'
import { LabelsCard } from './LabelsCard.tsx'
import { PicturesCard } from './PicturesCard.tsx'
import { useSaveGood } from './use-goods.ts'
import styles from './good.module.css'

/** Flags, labels, pictures, description, linked goods and documents of a product, saved together. */
export function GoodForm({
  good,
  search,
  onSaved,
  onReload,
}: {
  good: StaffGood
  search: GoodsSearch
  onSaved: () => void
  onReload: () => void
}) {
  const [draft, setDraft] = useState(() => draftOf(good))
  const save = useSaveGood()
  const notify = useNotify()
  const saved = useRef(false)
  const changed = isChanged(good, draft)
  useUnsaved(() => changed && !saved.current)
  const change = (patch: Partial<GoodDraft>) => setDraft((previous) => ({ ...previous, ...patch }))
  const errors = fieldErrorsOf(save.error)
  useFocusInvalid('page', save.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(goodInputOf(good, draft), {
      onSuccess: () => {
        saved.current = true
        notify({ tone: 'ok', text: 'Сохранено, покупатели уже видят изменения' })
        onSaved()
      },
    })
  }

  return (
    <Page
      above={
        <Link to="/admin/goods" search={search}>
          <Icon name="back" size={12} />
          Товары
        </Link>
      }
      title={good.header}
      extra={!good.active && <Tag tone="warn">Ушёл из каталога</Tag>}
      actions={
        <Button type="submit" form="good" variant="primary" busy={save.isPending} disabled={!changed}>
          Сохранить
        </Button>
      }
    >
      <form id="good" onSubmit={submit} />
      {save.error && (
        <SaveFailure
          error={save.error}
          message={Object.keys(errors).length > 0 ? markedFieldsMessage : undefined}
          subject="товар"
          onReload={onReload}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <PicturesCard pictures={draft.pictures} errors={errors} onChange={(pictures) => change({ pictures })} />
          <DescriptionCard
            draft={draft.description}
            exchangeText={good.description.exchange_text}
            error={errors['description.text']}
            onChange={(description) => change({ description })}
          />
          <BindsCard
            title="Аналоги"
            name="analogues"
            good={good}
            binds={draft.analogues}
            errors={errors}
            onChange={(analogues) => change({ analogues })}
          />
          <BindsCard
            title="Сопутствующие"
            name="related"
            good={good}
            binds={draft.related}
            errors={errors}
            onChange={(related) => change({ related })}
          />
          <DocumentsCard
            imported={good.documents.filter(({ source }) => source === 'exchange')}
            documents={draft.documents}
            errors={errors}
            onChange={(documents) => change({ documents })}
          />
        </div>
        <div className={styles.aside}>
          <Facts good={good} />
          <FlagsCard good={good} flags={draft.flags} onChange={(flags) => change({ flags })} />
          <LabelsCard tags={draft.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
        </div>
      </div>
    </Page>
  )
}

function Facts({ good: { articul, code, barcode, brand, variants_count: variants } }: { good: StaffGood }) {
  const facts = [
    ['Артикул', articul],
    ['Код', code],
    ['Штрихкод', barcode],
    ['Бренд', brand],
    ['Вариантов', variants > 0 ? String(variants) : ''],
  ] as const
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
