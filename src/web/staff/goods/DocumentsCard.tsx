import type { GoodDocument } from '#shared/api/staff/goods.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { withMoved, type OwnDocument } from './good-draft.ts'
import { UploadButton } from './UploadButton.tsx'
import { useSendDocuments } from './use-goods.ts'
import styles from './good.module.css'

type DocumentsProps = {
  imported: readonly GoodDocument[]
  documents: readonly OwnDocument[]
  errors: Readonly<Record<string, string>>
  onChange: (documents: readonly OwnDocument[]) => void
}

const maxTitleLength = 300

/** Documents from 1C, then staff's own with editable titles. */
export function DocumentsCard({ imported, documents, errors, onChange }: DocumentsProps) {
  const upload = useSendDocuments()

  function add(files: readonly File[]) {
    upload.mutate(files, {
      onSuccess: (sent) => {
        const known = new Set(documents.map(({ file }) => file))
        const fresh = [...new Map(sent.map((each) => [each.file, each])).values()].filter(
          ({ file }) => !known.has(file),
        )
        onChange([
          ...documents,
          ...fresh.map(({ file, extension, size, name }) => ({
            file,
            extension,
            size,
            header: titleOf(name),
            link: undefined,
          })),
        ])
      },
    })
  }

  return (
    <Card
      title="Документы"
      extra={
        <UploadButton
          label="Загрузить документы"
          accept=".pdf,.docx,.xlsx,.jpg,.jpeg,.png"
          busy={upload.isPending}
          onFiles={add}
        />
      }
    >
      {upload.error && (
        <p className={`small bad ${styles.message}`} role="alert">
          {upload.error.message}
        </p>
      )}
      {imported.length + documents.length === 0 ? (
        <EmptyState title="Документов нет">
          Загрузите паспорт, сертификат, чертёж: PDF, DOCX, XLSX, JPG или PNG до 20 МБ
        </EmptyState>
      ) : (
        <ul className={styles.binds} aria-label="Документы">
          {imported.map(({ id, header, extension, size, link }) => (
            <li key={id}>
              <div className={styles.name}>
                <a href={link}>{header}</a>
              </div>
              <span className="small dim nowrap">{kindOf(extension, size)}</span>
              <Tag>Из 1С</Tag>
            </li>
          ))}
          {documents.map((document, index) => (
            <OwnRow
              key={document.file}
              document={document}
              error={errors[`documents.${document.file}`]}
              onRename={(header) => onChange(documents.with(index, { ...document, header }))}
              onUp={index === 0 ? undefined : () => onChange(withMoved(documents, index, index - 1))}
              onDown={
                index === documents.length - 1 ? undefined : () => onChange(withMoved(documents, index, index + 1))
              }
              onRemove={() => onChange(documents.filter((each) => each !== document))}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

type OwnProps = {
  document: OwnDocument
  error: string | undefined
  onRename: (header: string) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

function OwnRow({ document: { header, extension, size, link }, error, onRename, onUp, onDown, onRemove }: OwnProps) {
  return (
    <li>
      <div className={styles.name}>
        <BarInput
          label="Название документа"
          maxLength={maxTitleLength}
          value={header}
          aria-invalid={error !== undefined}
          onChange={({ currentTarget }) => onRename(currentTarget.value)}
        />
        {error !== undefined && (
          <span className="small bad" role="alert">
            {error}
          </span>
        )}
      </div>
      <span className="small dim nowrap">
        {link === undefined ? kindOf(extension, size) : <a href={link}>{kindOf(extension, size)}</a>}
      </span>
      <Tag>Свой</Tag>
      <IconButton small icon="up" label={`Выше: ${header}`} disabled={onUp === undefined} onClick={onUp} />
      <IconButton small icon="down" label={`Ниже: ${header}`} disabled={onDown === undefined} onClick={onDown} />
      <IconButton small icon="trash" label={`Убрать: ${header}`} onClick={onRemove} />
    </li>
  )
}

const kindOf = (extension: string, size: number) => `${extension.toUpperCase()}, ${fileSize(size)}`

/** A file name without its extension. */
const titleOf = (name: string) =>
  name
    .replace(/\.[a-z]{3,4}$/i, '')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, maxTitleLength) || 'Документ'
