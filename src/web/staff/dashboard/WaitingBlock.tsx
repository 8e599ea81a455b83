import { Link } from '@tanstack/react-router'
import type { WaitingItem } from '#shared/api/staff/dashboard/waiting.ts'
import { ageText } from '#web/ui/duration.ts'
import { price } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { initialsOf } from '#web/ui/initials.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { Block } from './Block.tsx'
import { icons, linkTo, reasonOf, titleOf } from './queues.ts'
import { useWaiting } from './use-dashboard.ts'
import styles from './dashboard.module.css'

type ItemsProps = { items: readonly WaitingItem[]; me: number; now: Date }

/** The most urgent objects of all queues. */
export function WaitingBlock({ me, now }: { me: number; now: Date }) {
  const query = useWaiting()
  const isPhone = usePhone()
  return (
    <Block
      title="Первым делом"
      extra={<span className="dim small">по сроку ответа, потом по возрасту</span>}
      query={query}
    >
      {({ items, queues }) =>
        items.length === 0 ? (
          <EmptyState title="Никто не ждёт">
            {queues.length === 0
              ? 'Очередей за вами нет: обращения покупателей разбирают менеджеры и администратор'
              : 'Новые заказы, заявки и сообщения покупателей появятся здесь сами'}
          </EmptyState>
        ) : isPhone ? (
          <ItemCards items={items} me={me} now={now} />
        ) : (
          <ItemRows items={items} me={me} now={now} />
        )
      }
    </Block>
  )
}

function ItemRows({ items, me, now }: ItemsProps) {
  return (
    <table className={`${table.table} ${styles.waiting}`}>
      <caption className="unseen">Первым делом</caption>
      <colgroup>
        <col style={{ width: 28 }} />
        <col style={{ width: '28%' }} />
        <col />
        <col style={{ width: 136 }} />
        <col style={{ width: 84 }} />
        <col style={{ width: 92 }} />
        <col style={{ width: 36 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">Вид</span>
          </th>
          <th scope="col">Что</th>
          <th scope="col">Покупатель</th>
          <th scope="col">Почему первым</th>
          <th scope="col" className={table.number}>
            Ждёт
          </th>
          <th scope="col" className={table.number}>
            Сумма, ₽
          </th>
          <th scope="col">
            <span className="unseen">Кто занимается</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.kind} ${item.id}`}>
            <td>
              <Icon name={icons[item.kind]} />
            </td>
            <td>
              <ItemLink item={item} />
            </td>
            <td title={item.customer}>{item.customer}</td>
            <td>
              <Reason item={item} now={now} />
            </td>
            <td className={table.number}>{ageText(item.since, now)}</td>
            <td className={`${table.number} ${table.strong}`}>{price(item.sum)}</td>
            <td>
              <Assignee item={item} me={me} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ItemCards({ items, me, now }: ItemsProps) {
  return (
    <ul className={styles.cards}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <Icon name={icons[item.kind]} />
          <ItemLink item={item} />
          <span className="nowrap">{ageText(item.since, now)}</span>
          <span className={styles.customer}>
            {item.customer} <Reason item={item} now={now} />
          </span>
          <span className="nowrap">
            {item.sum === null ? <Assignee item={item} me={me} /> : <b className="bold">{price(item.sum)}</b>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function ItemLink({ item }: { item: WaitingItem }) {
  return (
    <Link data-row="" onKeyDown={moveRowFocus} {...linkTo(item)}>
      {titleOf(item)}
    </Link>
  )
}

function Reason({ item, now }: { item: WaitingItem; now: Date }) {
  const { text, tone } = reasonOf(item, now)
  return text !== '' && <Tag {...(tone && { tone })}>{text}</Tag>
}

function Assignee({ item: { assignee }, me }: { item: WaitingItem; me: number }) {
  if (assignee === null) return null
  return (
    <abbr className={styles.assignee} title={assignee.name} data-me={assignee.id === me || undefined}>
      {initialsOf(assignee.name)}
    </abbr>
  )
}
