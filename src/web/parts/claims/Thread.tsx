import { lazy, Suspense, useState } from 'react'
import type { ClaimFile, ClaimMessage } from '#shared/api/claims.ts'
import { fileSize, shortDateTime } from '#web/ui/format.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { staffNoteMark } from '#web/parts/labels.ts'
import styles from './thread.module.css'

const PhotoViewer = lazy(() => import('./PhotoViewer.tsx').then((module) => ({ default: module.PhotoViewer })))

/** Label of an event, before its text. */
const eventLabels: Record<string, string> = {
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

type ThreadProps = { messages: readonly ClaimMessage[]; viewer: 'buyer' | 'staff' }

/** Messages and events of a claim in order. Notes are marked; only staff receive them. */
export function Thread({ messages, viewer }: ThreadProps) {
  return (
    <ol className={styles.thread} aria-label="Переписка">
      {messages.map(({ id, at, author, side, kind, text, read }) => (
        <li
          key={id}
          data-event={kind in eventLabels || undefined}
          data-own={side === viewer || undefined}
          data-note={kind === 'note' || undefined}
        >
          {kind in eventLabels ? (
            <span className="small dim">
              {shortDateTime(at)} – {eventLabels[kind]}
              {text !== '' && `: ${text}`}
              {text !== author && ` · ${author}`}
              {kind === 'asked' && viewer === 'staff' && read && ' · прочитано'}
            </span>
          ) : (
            <>
              <p>{text}</p>
              <small className="dim">
                {kind === 'note' && `${staffNoteMark} · `}
                {author}, {shortDateTime(at)}
                {side === viewer && kind !== 'note' && read && ' · прочитано'}
              </small>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Photos as numbered thumbnails that open a viewer, documents as links. */
export function ClaimFiles({ files }: { files: readonly ClaimFile[] }) {
  const [open, setOpen] = useState<number>()
  const photos = files.filter(({ type }) => type === 'webp')
  const documents = files.filter(({ type }) => type === 'pdf')
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
        {documents.map(({ id, name, size, url }) => (
          <li key={id} className={styles.document}>
            <FileLink href={url} className="row small">
              <Icon name="document" />
              <span className="clip">{name}</span> <span className="dim nowrap">{fileSize(size)}</span>
            </FileLink>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Suspense>
          <PhotoViewer photos={photos} initialIndex={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
