import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './price-list-link.module.css'

/** Link from a category to its price list; on a phone only the icon. */
export function PriceListLink({ category }: { category: number | undefined }) {
  return (
    <Link
      to="/price-lists"
      search={category === undefined ? {} : { categories: String(category) }}
      className={`${buttonClass({ small: true })} ${styles.link}`}
      aria-label="Прайс-лист"
      title="Прайс-лист этой категории"
    >
      <Icon name="download" />
      <span>Прайс-лист</span>
    </Link>
  )
}
