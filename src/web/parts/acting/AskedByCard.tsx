import { Icon } from '#web/ui/Icon.tsx'
import { CardBody } from '#web/ui/page/Page.tsx'
import { AskedByField } from './AskedByField.tsx'
import styles from './acting.module.css'

type CardProps = { value: string; error: string | undefined; onChange: (value: string) => void }

/** Beside an action that moves the buyer's money. Import it lazily. */
export function AskedByCard(props: CardProps) {
  return (
    <section className={styles.card} aria-label="Кто попросил об этом">
      <CardBody>
        <p className={styles.title}>
          <Icon name="rouble" />
          <b className="bold">Заказ за покупателя: укажите, кто попросил</b>
        </p>
        <AskedByField {...props} />
      </CardBody>
    </section>
  )
}
