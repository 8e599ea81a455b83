import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { listNumbers } from '#shared/rules/list-text.ts'
import { withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import type { SavedDrafts } from './split-columns.ts'
import styles from './upload.module.css'

const maxNamed = 12

/** The saved drafts, with the rows and goods missing in each. */
export function SplitOutcome({ saved: { planned, drafts } }: { saved: SavedDrafts }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('a')?.focus(), [])
  const isWhole =
    drafts.every(({ refused }) => refused.length === 0) && planned.every(({ leftOut }) => leftOut.length === 0)
  return (
    <Note tone={isWhole ? 'ok' : 'warn'} role="status">
      <div>Черновики сохранены:</div>
      <ul ref={list} className={styles.saved}>
        {drafts.map(({ id, header, lines, refused }) => {
          const leftOut = planned.find((each) => each.header === header)?.leftOut ?? []
          return (
            <li key={header}>
              {id === null ? (
                header
              ) : (
                <Link to="/drafts/$id" params={{ id: String(id) }}>
                  {header}
                </Link>
              )}
              {id === null ? ' – не сохранён' : ` – ${withCount(lines, ['товар', 'товара', 'товаров'])}`}
              {leftOut.length > 0 && `; не вошли строки файла: ${listNumbers(leftOut, maxNamed)}`}
              {refused.map(({ id: goods, articul, header: name, note }) => (
                <div key={goods} className="small">
                  {articul || name || `Товар ${goods}`}: {note}
                </div>
              ))}
            </li>
          )
        })}
      </ul>
    </Note>
  )
}
