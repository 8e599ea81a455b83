import { useEffect } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import type { Me } from '#shared/api/account/access.ts'
import { chatFileContent } from '#shared/api/talk/chat.ts'
import { answerHoursText } from '#shared/rules/talk/answer-hours.ts'
import { Composer } from '#web/parts/talk/Composer.tsx'
import { Messages } from '#web/parts/talk/Messages.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { CallRequest } from './CallRequest.tsx'
import { uploadToChat, useChat, useReadChat, useSendChat } from './use-chat.ts'
import styles from './chat.module.css'

const addressOf = (id: number) => endpointAddress(chatFileContent, { id })

/** The talk with the personal manager; who answers, when, and a request for a call stand beside it. */
export function ChatScreen({ me }: { me: Me }) {
  const chat = useChat()
  const { mutateAsync: send } = useSendChat()
  const { mutate: read } = useReadChat()
  const { data } = chat
  const unread = data?.unread ?? 0
  const last = data?.messages.at(-1)?.id

  useEffect(() => {
    if (unread > 0 && last !== undefined && document.visibilityState === 'visible') read(last)
  }, [unread, last, read])

  const manager = data?.about?.manager ?? undefined
  return (
    <div className={styles.screen}>
      <title>Чат с менеджером – Опт</title>
      <section className={styles.talk}>
        <header className={styles.head}>
          <h1>Чат с менеджером</h1>
          {manager && <span className="dim">{manager.name}</span>}
          {data?.about && (
            <span className="dim">
              {data.about.open ? '● на месте до 18:00' : `Ответим в рабочее время: ${answerHoursText}`}
            </span>
          )}
        </header>
        {chat.error && !data ? (
          <LoadError error={chat.error} onRetry={() => void chat.refetch()} />
        ) : data && data.messages.length === 0 ? (
          <div className={styles.empty}>
            <EmptyState title="Сообщений пока нет">Напишите менеджеру: ответ придёт сюда и в уведомления</EmptyState>
          </div>
        ) : (
          <Messages messages={data?.messages ?? []} side="user" fileAddress={addressOf} />
        )}
        <Composer label="Сообщение менеджеру" upload={uploadToChat} send={send} />
      </section>
      <aside className={styles.beside} aria-label="Менеджер">
        <h2>{manager?.name ?? 'Отдел продаж'}</h2>
        {manager && (
          <p>
            <a href={`tel:${manager.phone.replace(/[^+\d]/g, '')}`}>{manager.phone}</a>
            {manager.email !== '' && (
              <>
                <br />
                <a href={`mailto:${manager.email}`}>{manager.email}</a>
              </>
            )}
          </p>
        )}
        <p className="dim">{answerHoursText}</p>
        <CallRequest name={me.name} />
        {data?.about && data.about.files.length > 0 && (
          <>
            <h2>Файлы</h2>
            <ul className={styles.files}>
              {data.about.files.map((file) => (
                <li key={file.id}>
                  <FileLink href={addressOf(file.id)}>{file.name}</FileLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </aside>
    </div>
  )
}
