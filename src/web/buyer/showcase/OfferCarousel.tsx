import type { ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { SpecialOffer } from '#shared/api/showcase.ts'
import { OldPrice } from '#web/parts/goods/OldPrice.tsx'
import { Carousel } from '#web/ui/page/Carousel.tsx'
import { money } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './offer-carousel.module.css'

type Good = ProductRow & { offer?: number | null }

export type OfferCarouselProps = {
  title: ReactNode
  goods: readonly Good[]
  offers: readonly SpecialOffer[]
  showPrices: boolean
  /** Renders a link to a product's card, around its name. */
  link: (row: ProductRow, className: string) => ReactNode
}

const visible = { phone: 2, desktop: 4 } as const

/** Goods of current offers, four at a time, on a phone two [S.12, N.8]. */
export function OfferCarousel({ title, goods, offers, showPrices, link }: OfferCarouselProps) {
  const phone = usePhone()
  const slides = goods.map((row) => ({
    id: row.id,
    node: <Slide row={row} offer={offers.find(({ id }) => id === row.offer)} showPrices={showPrices} link={link} />,
  }))
  return (
    <Carousel label="Спецпредложения" title={title} slides={slides} visible={phone ? visible.phone : visible.desktop} />
  )
}

function Slide({
  row,
  offer,
  showPrices,
  link,
}: { row: Good; offer: SpecialOffer | undefined } & Pick<OfferCarouselProps, 'showPrices' | 'link'>) {
  return (
    <article className={styles.slide}>
      <span className={styles.picture}>
        <Picture id={row.picture} type={row.picturetype} size={76} />
      </span>
      <span className={styles.name}>{link(row, styles.link ?? '')}</span>
      {showPrices && (
        <span className="nowrap">
          <b className="bold">{money(row.price)}</b> <OldPrice roubles={row.old_price} className="dim small" />
        </span>
      )}
      <span className="dim small clip" title={offer && `${offer.title}: ${offer.starts} – ${offer.ends}`}>
        {offer && `до ${offer.ends.slice(0, 5)} · ${offer.title}`}
      </span>
    </article>
  )
}
