import { Link } from '@tanstack/react-router'
import { money } from '#web/ui/format.ts'
import { productLink } from '#web/parts/goods/product-link.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { useRecentlyViewed } from './use-recently-viewed.ts'
import styles from './seen.module.css'

const maxShown = 12

/** Recently viewed goods, newest first. `own` opens them at their own URL, else over the current list. */
export function RecentlyViewed({ showPrices, own = false }: { showPrices: boolean; own?: boolean }) {
  const { data: goods } = useRecentlyViewed()
  if (!goods || goods.length === 0) return null
  return (
    <section className={styles.seen} aria-labelledby="seen">
      <h2 id="seen">Вы смотрели</h2>
      <ul>
        {goods.slice(0, maxShown).map(({ id, header, picture, picturetype, price }) => (
          <li key={id}>
            <Picture id={picture} type={picturetype} size={76} />
            <Link
              {...(own ? { to: '/product/$id', params: { id: String(id) } } : productLink(id))}
              className={styles.name}
              title={header}
            >
              {header}
            </Link>
            {showPrices && <span className="bold nowrap">{money(price)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
