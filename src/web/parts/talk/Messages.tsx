import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useRef } from 'react'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { fileSize, money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './talk.module.css'

type MessagesProps = {
  messages: readonly ChatMessage[]
  /** Whose side this window is. */
  side: ChatMessage['from_whom']
  fileAddress: (id: number) => string
}

const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', weekday: 'long' })
const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

/** A talk in its order, a line at each new day; it follows what is written last. */
export function Messages({ messages, side, fileAddress }: MessagesProps) {
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'end' })
  }, [last])
  return (
    // It scrolls, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.messages} role="log" aria-label="Переписка" tabIndex={0}>
      {messages.map((each, index) => {
        const day = dayFormat.format(new Date(each.date))
        const before = messages[index - 1]
        return (
          <Fragment key={each.id}>
            {(!before || dayFormat.format(new Date(before.date)) !== day) && <p className={styles.day}>{day}</p>}
            <Message
              message={each}
              own={each.from_whom === side}
              fileAddress={fileAddress}
              staff={side === 'manager'}
            />
          </Fragment>
        )
      })}
      <div ref={end} />
    </div>
  )
}

type MessageProps = { message: ChatMessage; own: boolean; staff: boolean } & Pick<MessagesProps, 'fileAddress'>

function Message({ message: each, own, staff, fileAddress }: MessageProps) {
  return (
    <article className={styles.message} data-own={own || undefined} data-note={each.note || undefined}>
      {each.message !== '' && <p>{each.message}</p>}
      {each.files.map((file) => (
        <FileLink key={file.id} href={fileAddress(file.id)} className={styles.attached ?? ''}>
          <Icon name="document" />
          <b>{file.name}</b>
          <span className="dim nowrap">{fileSize(file.size)}</span>
        </FileLink>
      ))}
      {each.orders.map((order) => (
        <Link
          key={order.id}
          to={staff ? '/admin/orders/$id' : '/orders/$id'}
          params={{ id: String(order.id) }}
          className={styles.attached}
        >
          <Icon name="orders" />
          <b>{`Заказ ${order.number}`}</b>
          <span className="dim">
            {[stateName(order.state), order.sum === null ? '' : money(order.sum)].join(' · ')}
          </span>
        </Link>
      ))}
      {each.goods.map((good) => (
        <span key={good.id} className={styles.attached}>
          <Icon name="tag" />
          <b>{good.header}</b>
          <span className="dim">{good.articul}</span>
        </span>
      ))}
      <footer className="small dim">
        {[
          each.note ? 'Заметка, покупатель не видит' : '',
          each.author,
          `${timeFormat.format(new Date(each.date))}${own && each.read && !each.note ? ' · прочитано' : ''}`,
        ]
          .filter((part) => part !== '')
          .join(', ')}
      </footer>
    </article>
  )
}
