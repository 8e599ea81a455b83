import { Link } from '@tanstack/react-router'
import type { Me } from '#shared/api/account/access.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { ChatMessage, getChat } from '#shared/api/talk/chat.ts'
import { answerHoursText } from '#shared/rules/talk/answer-hours.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { day } from '#web/ui/format.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { CallbackForm } from './CallbackForm.tsx'
import styles from './chat.module.css'

type SidebarProps = {
  me: Me
  about: ReplyOf<typeof getChat>['about']
  messages: readonly ChatMessage[]
  fileAddress: (id: number) => string
}

const maxFiles = 6
const maxOrders = 5

/** The personal manager with working hours, a callback request, the latest files, and orders mentioned in the chat. */
export function ChatSidebar({ me, about, messages, fileAddress }: SidebarProps) {
  const manager = about?.manager
  const files = about?.files ?? []
  const orders = mentionedOrders(messages)
  return (
    <aside className={styles.sidebar} aria-label="Менеджер">
      <div className="row">
        <span className={styles.initials} aria-hidden="true">
          {manager ? initialsOf(manager.name) : <Icon name="people" />}
        </span>
        <div>
          <h2>{manager?.name ?? 'Отдел продаж'}</h2>
          {manager && <span className="dim">ваш менеджер</span>}
        </div>
      </div>
      <dl className={styles.facts}>
        {manager && (
          <>
            <dt>Телефон</dt>
            <dd>
              <a href={`tel:${manager.phone.replace(/[^+\d]/g, '')}`}>{manager.phone}</a>
            </dd>
          </>
        )}
        {manager && manager.email !== '' && (
          <>
            <dt>Почта</dt>
            <dd>
              <a href={`mailto:${manager.email}`}>{manager.email}</a>
            </dd>
          </>
        )}
        <dt>Часы</dt>
        <dd>{answerHoursText}</dd>
      </dl>
      <CallbackForm name={me.name} />
      {files.length > 0 && (
        <section>
          <h2>Файлы</h2>
          <ul className={styles.rows}>
            {files.slice(0, maxFiles).map((file) => (
              <li key={file.id}>
                <Icon name="document" />
                <FileLink href={fileAddress(file.id)} className="grow clip">
                  {file.name}
                </FileLink>
                <span className="small dim nowrap">{day(file.date)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {orders.length > 0 && (
        <section>
          <h2>О чём переписка</h2>
          <ul className={styles.rows}>
            {orders.map(({ id, number, state }) => (
              <li key={id}>
                <Link to="/orders/$id" params={{ id: String(id) }} className="grow">
                  {number}
                </Link>
                <Tag>{stateName(state)}</Tag>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

/** The most recently mentioned orders. */
function mentionedOrders(messages: readonly ChatMessage[]): ChatMessage['orders'] {
  const byId = new Map(messages.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)))
  return [...byId.values()].toReversed().slice(0, maxOrders)
}
