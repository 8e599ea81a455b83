import { Link } from '@tanstack/react-router'
import type { StaffOffer } from '#shared/api/staff/offers.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { useOffers } from './use-offers.ts'
import styles from './offers.module.css'

const offerForms = ['акция', 'акции', 'акций'] as const
export const offerStates: Record<StaffOffer['state'], { label: string; tone?: Tone }> = {
  running: { label: 'Идёт', tone: 'ok' },
  coming: { label: 'Ещё не началась', tone: 'info' },
  over: { label: 'Закончилась' },
  off: { label: 'Выключена', tone: 'warn' },
}

/** Special offers: running and coming ones first, in the order shown to buyers. */
export function OffersScreen() {
  const { data, error, refetch } = useOffers()
  const add = (
    <Link to="/admin/offers/$id" params={{ id: 'new' }} className={buttonClass({ variant: 'primary' })}>
      Новая акция
    </Link>
  )
  return (
    <Page
      title="Спецпредложения"
      extra={data && <span className="dim nowrap">{withCount(data.items.length, offerForms)}</span>}
      actions={add}
    >
      <Card>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={20} />
          </CardBody>
        ) : data.items.length === 0 ? (
          <EmptyState title="Акций пока нет">Создайте первую: назовите её, выберите дни и товары с ценами</EmptyState>
        ) : (
          <ul className={styles.offers} aria-label="Акции">
            {data.items.map((offer) => (
              <OfferRow key={offer.id} offer={offer} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

function OfferRow({ offer: { id, title, text, starts, ends, state, goods_count: goods } }: { offer: StaffOffer }) {
  const { label, tone } = offerStates[state]
  return (
    <li>
      <div className={styles.name}>
        <Link to="/admin/offers/$id" params={{ id: String(id) }} className="clip">
          {title}
        </Link>
        {text !== '' && <span className="small dim clip">{text}</span>}
      </div>
      <span className={`${styles.days} nowrap`}>{starts === ends ? starts : `${starts} – ${ends}`}</span>
      <span className={`${styles.count} nowrap`}>
        {goods === 0 ? <span className="warn">нет товаров</span> : withCount(goods, ['товар', 'товара', 'товаров'])}
      </span>
      <span className={styles.state}>
        <Tag {...(tone && { tone })}>{label}</Tag>
      </span>
    </li>
  )
}
