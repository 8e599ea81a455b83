import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChatInvoice, ChatMessage } from '#shared/api/talk/chat.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { staffNoteMark } from '#web/parts/labels.ts'
import { linkedClaim, linkedGood, linkedInvoice, linkedOrder, linkIcons, type LinkedObject } from './linked.ts'
import styles from './talk.module.css'

/** Pages that the cards of a message open; undefined if the user may not open them. */
export type MessageLinks = {
  fileAddress: (id: number) => string
  orderPage: '/orders/$id' | '/admin/orders/$id'
  goodPage: '/product/$id' | '/admin/goods/$id' | undefined
  claimPage: '/reclamations/$id' | '/admin/claims/$id' | undefined
  /** URL of the PDF of an unpaid invoice. */
  invoiceAddress?: ((invoice: ChatInvoice) => string) | undefined
}

type MessageProps = MessageLinks & { message: ChatMessage; own: boolean; isHighlighted?: boolean }

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

/** A message with cards of its linked objects; the footer has author, time and read state. */
export function Message({ message: each, own, isHighlighted = false, ...links }: MessageProps) {
  return (
    <article
      className={styles.message}
      data-message={each.id}
      data-own={own || undefined}
      data-note={each.note || undefined}
      data-shown={isHighlighted || undefined}
      tabIndex={isHighlighted ? -1 : undefined}
    >
      {each.message !== '' && <p>{each.message}</p>}
      <MessageCards message={each} {...links} />
      <footer className="small dim">
        {each.note && <Icon name="shield" size={12} />}
        {[each.note ? staffNoteMark : '', each.author, timeFormat.format(new Date(each.date))]
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

type CardsProps = MessageLinks & { message: ChatMessage }

function MessageCards({ message, fileAddress, orderPage, goodPage, claimPage, invoiceAddress }: CardsProps) {
  return (
    <>
      {message.files.map(({ id, name, type, size }) => (
        <FileLink key={id} href={fileAddress(id)} className={styles.card ?? ''}>
          <Card icon="document" title={name} facts={`${type.toUpperCase()}, ${fileSize(size)}`}>
            Скачать
          </Card>
        </FileLink>
      ))}
      {message.orders.map((order) => (
        <PageCard key={order.id} linked={linkedOrder(order)} page={orderPage} />
      ))}
      {message.claims.map((claim) => (
        <PageCard key={claim.id} linked={linkedClaim(claim)} page={claimPage}>
          {claim.answer_by !== null && claimPage === '/reclamations/$id' && 'Ответить'}
        </PageCard>
      ))}
      {message.invoices.map((invoice) => (
        <InvoiceCard key={invoice.id} invoice={invoice} addressOf={invoiceAddress} />
      ))}
      {message.goods.map((good) => (
        <PageCard key={good.id} linked={linkedGood(good)} page={goodPage} />
      ))}
    </>
  )
}

type LinkPage = MessageLinks['orderPage'] | MessageLinks['goodPage'] | MessageLinks['claimPage']

function PageCard({ linked, page, children }: { linked: LinkedObject; page: LinkPage; children?: ReactNode }) {
  const card = (
    <Card icon={linkIcons[linked.kind]} {...linked}>
      {children}
    </Card>
  )
  if (page === undefined) return <span className={styles.card}>{card}</span>
  return (
    <Link to={page} params={{ id: String(linked.id) }} className={styles.card}>
      {card}
    </Link>
  )
}

function InvoiceCard({ invoice, addressOf }: { invoice: ChatInvoice; addressOf: MessageLinks['invoiceAddress'] }) {
  const linked = linkedInvoice(invoice)
  if (!addressOf || invoice.left === 0)
    return (
      <span className={styles.card}>
        <Card icon="rouble" {...linked} />
      </span>
    )
  return (
    <FileLink href={addressOf(invoice)} className={styles.card ?? ''}>
      <Card icon="rouble" {...linked}>
        Счёт, PDF
      </Card>
    </FileLink>
  )
}

type CardProps = { icon: IconName; title: string; facts: string; children?: ReactNode }

function Card({ icon, title, facts, children }: CardProps) {
  return (
    <>
      <Icon name={icon} />
      <span className={styles.cardText}>
        <b>{title}</b>
        <span className="small muted">{facts}</span>
      </span>
      {children && <span className={styles.cardAction}>{children}</span>}
    </>
  )
}
