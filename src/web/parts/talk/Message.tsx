import { Link } from '@tanstack/react-router'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { fileSize, money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './talk.module.css'

/** Where the messages stand: which pages their cards open. */
export type MessagePlace = {
  fileAddress: (id: number) => string
  orderPage: '/orders/$id' | '/admin/orders/$id'
  /** Undefined: this person has no page of goods. */
  goodPage: '/product/$id' | '/admin/goods/$id' | undefined
}

type MessageProps = MessagePlace & { message: ChatMessage; own: boolean; isShown?: boolean }

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

/** What was written, with cards of its files, orders and goods; at its foot who, when, and whether it was read. */
export function Message({ message: each, own, isShown = false, fileAddress, orderPage, goodPage }: MessageProps) {
  return (
    <article
      className={styles.message}
      data-message={each.id}
      data-own={own || undefined}
      data-note={each.note || undefined}
      data-shown={isShown || undefined}
      tabIndex={isShown ? -1 : undefined}
    >
      {each.message !== '' && <p>{each.message}</p>}
      {each.files.map((file) => (
        <FileLink key={file.id} href={fileAddress(file.id)} className={styles.attached ?? ''}>
          <Icon name="document" />
          <b>{file.name}</b>
          <span className="dim nowrap">{fileSize(file.size)}</span>
        </FileLink>
      ))}
      {each.orders.map((order) => (
        <Link key={order.id} to={orderPage} params={{ id: String(order.id) }} className={styles.attached}>
          <Icon name="orders" />
          <b>{`Заказ ${order.number}`}</b>
          <span className="dim">
            {[stateName(order.state), order.sum === null ? '' : money(order.sum)]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </Link>
      ))}
      {each.goods.map((good) => (
        <GoodCard key={good.id} good={good} page={goodPage} />
      ))}
      <footer className="small dim">
        {[each.note ? 'Заметка, покупатель не видит' : '', each.author, timeFormat.format(new Date(each.date))]
          .filter((part) => part !== '')
          .join(', ')}
        {own && !each.note && (
          <span className={styles.read} data-read={each.read || undefined}>
            {each.read && <Icon name="check" size={12} />}
            {each.read ? 'прочитано' : 'отправлено'}
          </span>
        )}
      </footer>
    </article>
  )
}

function GoodCard({ good, page }: { good: ChatMessage['goods'][number]; page: MessagePlace['goodPage'] }) {
  const card = (
    <>
      <Icon name="tag" />
      <b>{good.header}</b>
      <span className="dim">{good.articul}</span>
    </>
  )
  if (page === undefined) return <span className={styles.attached}>{card}</span>
  return (
    <Link to={page} params={{ id: String(good.id) }} className={styles.attached}>
      {card}
    </Link>
  )
}
