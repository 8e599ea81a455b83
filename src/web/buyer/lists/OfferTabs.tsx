import { Link } from '@tanstack/react-router'
import type { SpecialOffer } from '#shared/api/showcase.ts'
import styles from './offer-tabs.module.css'

/** Running offers with terms and end dates; selecting one filters the list. */
export function OfferTabs({ offers, chosen }: { offers: readonly SpecialOffer[]; chosen: number | undefined }) {
  return (
    <nav className={styles.offers} aria-label="Предложения">
      {offers.map(({ id, title, text, starts, ends }) => (
        <Link
          key={id}
          to="/special"
          search={chosen === id ? {} : { offer: id }}
          aria-current={chosen === id ? 'true' : undefined}
          activeProps={{}}
          resetScroll={false}
        >
          <b>{title}</b>
          <span>{text}</span>
          <small>
            {starts} – {ends}
          </small>
        </Link>
      ))}
    </nav>
  )
}
