import { lazy, Suspense, useState } from 'react'
import type { ClaimFile, ClaimMessage } from '#shared/api/claims.ts'
import { fileSize, shortDateTime } from '#web/ui/format.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './thread.module.css'

const PhotoViewer = lazy(() => import('./PhotoViewer.tsx').then((module) => ({ default: module.PhotoViewer })))

/** Label of an event, before its text. */
const events: Record<string, string> = {
  filed: 'рекламация подана',
  taken: 'взята в работу',
  released: 'снята с исполнителя',
  asked: 'запрошены данные',
  satisfied: 'удовлетворена',
  partial: 'удовлетворена частично',
  rejected: 'отклонена',
  closed: 'закрыта',
  withdrawn: 'отозвана',
}

type ThreadProps = { messages: readonly ClaimMessage[]; own: 'buyer' | 'staff' }

/** Messages and events of a claim in their order; notes are marked, for staff alone get them. */
export function Thread({ messages, own }: ThreadProps) {
  return (
    <ol className={styles.thread} aria-label="Переписка">
      {messages.map(({ id, at, author, side, kind, text, read }) => (
        <li
          key={id}
          data-event={kind in events || undefined}
          data-own={side === own || undefined}
          data-note={kind === 'note' || undefined}
        >
          {kind in events ? (
            <span className="small dim">
              {shortDateTime(at)} – {events[kind]}
              {text !== '' && `: ${text}`}
              {text !== author && ` · ${author}`}
              {kind === 'asked' && own === 'staff' && read && ' · прочитано'}
            </span>
          ) : (
            <>
              <p>{text}</p>
              <small className="dim">
                {kind === 'note' && 'Заметка, покупатель не видит · '}
                {author}, {shortDateTime(at)}
                {side === own && kind !== 'note' && read && ' · прочитано'}
              </small>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Photos as numbered pictures that open, papers as links. */
export function Files({ files }: { files: readonly ClaimFile[] }) {
  const [open, setOpen] = useState<number>()
  const photos = files.filter(({ type }) => type === 'webp')
  const papers = files.filter(({ type }) => type === 'pdf')
  if (files.length === 0) return null
  return (
    <>
      <ul className={styles.files} aria-label="Фото и файлы">
        {photos.map(({ id, name, url }, index) => (
          <li key={id}>
            <button type="button" title={name} onClick={() => setOpen(index)}>
              <img src={url} alt={name} loading="lazy" width={104} height={70} />
              <b aria-hidden="true">{index + 1}</b>
              <span className="small clip">{name}</span>
            </button>
          </li>
        ))}
        {papers.map(({ id, name, size, url }) => (
          <li key={id} className={styles.paper}>
            <FileLink href={url} className="row small">
              <Icon name="document" />
              <span className="clip">{name}</span> <span className="dim nowrap">{fileSize(size)}</span>
            </FileLink>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Suspense>
          <PhotoViewer photos={photos} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
