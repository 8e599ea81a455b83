import { Link } from '@tanstack/react-router'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { money, shortDate } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { basketText } from './texts.ts'
import styles from './customers.module.css'

type CardProps = { open: CustomerDetails['open']; isLinked: boolean }

/** Baskets, drafts and claims that are not finished. */
export function OpenCard({ open, isLinked }: CardProps) {
  const { basket_lines, basket_sum, drafts, claims } = open
  const isEmpty = basket_lines === 0 && drafts === 0 && claims.length === 0
  return (
    <Card title="Сейчас в работе">
      {isEmpty ? (
        <CardBody>
          <p className="dim">Корзины пусты, черновиков и рекламаций нет</p>
        </CardBody>
      ) : (
        <ul className={styles.open}>
          {basket_lines > 0 && (
            <li>
              <Icon name="cart" />
              <span>{basketText(basket_lines)}</span>
              <span>{money(basket_sum)}</span>
            </li>
          )}
          {drafts > 0 && (
            <li>
              <Icon name="copy" />
              <span>Черновиков: {drafts}</span>
            </li>
          )}
          {claims.map(({ id, number, decide_by }) => (
            <li key={id}>
              <Icon name="warning" />
              {isLinked ? (
                <Link to="/admin/claims/$id" params={{ id: String(id) }}>
                  Рекламация {number}
                </Link>
              ) : (
                <span>Рекламация {number}</span>
              )}
              <span className="dim">срок {shortDate(decide_by)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
