import type { Registration } from '#shared/api/staff/registrations.ts'
import { shortDateTime } from '#web/ui/format.ts'
import { changedFieldNames, eventTexts } from './texts.ts'
import styles from './registrations.module.css'

/** History of the request: corrections of the applicant with the previous values. */
export function History({ request: { events } }: { request: Registration }) {
  if (events.length < 2) return null
  return (
    <section className={styles.section}>
      <h3>История</h3>
      <ol className={`${styles.history} small`}>
        {events.map(({ id, at, kind, by, text, changes }) => (
          <li key={id}>
            <b>{eventTexts[kind]}</b>{' '}
            <span className="dim">
              {[by || (kind === 'expired' ? 'портал' : 'заявитель'), shortDateTime(at)].join(', ')}
            </span>
            {text !== '' && <p>{text}</p>}
            {changes.map(({ field, before, after }) => (
              <p key={field}>
                {changedFieldNames[field] ?? field}: <s className="dim">{before || 'пусто'}</s> → {after || 'пусто'}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
