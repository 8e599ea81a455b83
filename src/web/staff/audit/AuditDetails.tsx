import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditRow } from '#shared/api/administration/audit.ts'
import { Button } from '#web/ui/Button.tsx'
import { day } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import table from '#web/ui/tables/table.module.css'
import { DescriptionItem } from '#web/ui/page/DescriptionItem.tsx'
import { changeAuditSearch, type AuditSearch } from './audit-url.ts'
import { originNames, timeOf } from './texts.ts'
import styles from './audit.module.css'

/** All data of one record, with links to related records. */
export function AuditDetails({ row, search }: { row: AuditRow; search: AuditSearch }) {
  const copy = useCopy()
  return (
    <>
      <div>
        <h2 className={styles.title}>{row.action}</h2>
        <p className="small muted">
          {day(row.at)} {timeOf(row.at)} · запись {row.id}
        </p>
      </div>
      <dl className={styles.facts}>
        <DescriptionItem name="Кто">{row.who.name}</DescriptionItem>
        {row.who.id !== null && (
          <DescriptionItem name="За кого">
            {row.on_behalf?.name ?? <span className="muted">от своего имени</span>}
          </DescriptionItem>
        )}
        {row.object.title !== '' && (
          <DescriptionItem name="С чем">
            <ObjectLink row={row} />
            <br />
            <span className="muted">{row.object.note}</span>
          </DescriptionItem>
        )}
        {row.organisation && <DescriptionItem name="Покупатель">{row.organisation.name}</DescriptionItem>}
        <DescriptionItem name="Откуда">{originNames[row.origin]}</DescriptionItem>
      </dl>
      {row.changes.length > 0 && <Changes row={row} />}
      <nav className={styles.related} aria-label="Рядом">
        <h3>Рядом</h3>
        {row.object.id !== null && (
          <RelatedLink search={{ object: `${row.object.type}:${row.object.id}`, row: row.id }}>
            Все записи: {row.object.title}
          </RelatedLink>
        )}
        {row.who.id !== null && (
          <RelatedLink search={changeAuditSearch(search, { who: String(row.who.id), row: row.id })}>
            Все записи: {row.who.name}
          </RelatedLink>
        )}
        {row.organisation && (
          <RelatedLink search={changeAuditSearch(search, { organisation: row.organisation.id, row: row.id })}>
            Все записи: {row.organisation.name}
          </RelatedLink>
        )}
      </nav>
      <Button
        className={styles.copy}
        onClick={() => copy(`${location.origin}/admin/audit?row=${row.id}`, { tone: 'ok', text: 'Ссылка скопирована' })}
      >
        <Icon name="link" /> Ссылка
      </Button>
    </>
  )
}

/** Pages of the objects that have one. */
const objectPages = {
  order: '/admin/orders/$id',
  claim: '/admin/claims/$id',
  registration: '/admin/registrations/$id',
  'special-offer': '/admin/offers/$id',
} as const

function ObjectLink({ row: { object } }: { row: AuditRow }) {
  const { type, id, title } = object
  if (id === null || !(type in objectPages)) return title
  return (
    <Link to={objectPages[type as keyof typeof objectPages]} params={{ id }}>
      {title}
    </Link>
  )
}

function RelatedLink({ search, children }: { search: AuditSearch; children: ReactNode }) {
  return (
    <Link to="/admin/audit" search={search}>
      {children}
    </Link>
  )
}

function Changes({ row: { changes } }: { row: AuditRow }) {
  const isNew = changes.every(({ before }) => before === null)
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${styles.changes}`}>
        <caption className="unseen">Что изменилось</caption>
        <thead>
          <tr>
            <th scope="col">Поле</th>
            {!isNew && <th scope="col">Было</th>}
            <th scope="col">{isNew ? 'Значение' : 'Стало'}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <td>{field}</td>
              {!isNew && <td>{before !== null && <del>{before}</del>}</td>}
              <td className={table.strong}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
