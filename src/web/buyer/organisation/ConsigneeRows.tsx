import type { Consignee } from '#shared/api/organisation/consignees.ts'
import { attorneyState } from '#shared/rules/parties/consignee-form.ts'
import { joinPersonName } from '#shared/rules/parties/person-name.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { fileSize } from '#web/ui/format.ts'
import table from '#web/ui/tables/table.module.css'
import { attorneyTitle, daysLeftText, hasAttorney } from './attorney-texts.ts'
import styles from './organisation.module.css'

type RowsProps = {
  consignees: readonly Consignee[]
  onEdit: (consignee: Consignee) => void
  onDelete: (consignee: Consignee) => void
}

export function ConsigneesTable({ consignees, onEdit, onDelete }: RowsProps) {
  return (
    <table className={`${table.table} ${styles.consignees}`}>
      <caption className="unseen">Получатели</caption>
      <colgroup>
        <col />
        <col style={{ width: 146 }} />
        <col style={{ width: 88 }} />
        <col style={{ width: 62 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Кто</th>
          <th scope="col">Доверенность</th>
          <th scope="col">Действует до</th>
          <th scope="col">
            <span className="unseen">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {consignees.map((consignee) => (
          <tr key={consignee.id} className={table.two}>
            <td title={joinPersonName(consignee)}>
              <b className="bold">{joinPersonName(consignee)}</b>
              <small className="clip">{contactOf(consignee)}</small>
            </td>
            <td>
              <Attorney consignee={consignee} />
            </td>
            <td>
              <Term consignee={consignee} />
            </td>
            <td className={table.field}>
              <Actions consignee={consignee} onEdit={onEdit} onDelete={onDelete} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ConsigneeCards({ consignees, onEdit, onDelete }: RowsProps) {
  return (
    <ul className={styles.rows} aria-label="Получатели">
      {consignees.map((consignee) => (
        <li key={consignee.id}>
          <span className={styles.words}>
            <b className="bold">{joinPersonName(consignee)}</b>
            <small>{contactOf(consignee)}</small>
            <span className={styles.attorney}>
              <span>
                <Attorney consignee={consignee} />
              </span>
              <span>
                <Term consignee={consignee} />
              </span>
            </span>
          </span>
          <Actions consignee={consignee} onEdit={onEdit} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

function contactOf({ phone, company }: Consignee): string {
  return [phone, company].filter(Boolean).join(' · ') || 'телефон не указан'
}

/** The power of attorney with its scan. */
function Attorney({ consignee }: { consignee: Consignee }) {
  const { file } = consignee
  if (!hasAttorney(consignee)) return <span className="dim">нет</span>
  return (
    <>
      {file ? <FileLink href={file.url}>{attorneyTitle(consignee)}</FileLink> : attorneyTitle(consignee)}
      <small>{file ? `${file.type.toUpperCase()}, ${fileSize(file.size)}` : 'без файла'}</small>
    </>
  )
}

/** Its last day, and the days left. */
function Term({ consignee }: { consignee: Consignee }) {
  if (!hasAttorney(consignee)) return <span className="dim">–</span>
  const { attorney_valid_to, days_left } = consignee
  const tone = tones[attorneyState(days_left)]
  return (
    <>
      <span className={tone}>{attorney_valid_to ?? '–'}</span>
      <small className={tone}>{daysLeftText(days_left)}</small>
    </>
  )
}

const tones = { endless: '', valid: '', ending: 'warn', ended: 'bad' }

function Actions({ consignee, onEdit, onDelete }: { consignee: Consignee } & Omit<RowsProps, 'consignees'>) {
  const name = joinPersonName(consignee)
  return (
    <span className={styles.icons}>
      <IconButton small icon="edit" label={`Изменить получателя: ${name}`} onClick={() => onEdit(consignee)} />
      <IconButton small icon="trash" label={`Удалить получателя: ${name}`} onClick={() => onDelete(consignee)} />
    </span>
  )
}
