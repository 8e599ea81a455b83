import { Link } from '@tanstack/react-router'
import { useList } from '#web/buyer/lists/use-lists.ts'
import { OfferCarousel } from '#web/buyer/showcase/OfferCarousel.tsx'
import { productLink } from '#web/parts/goods/product-link.ts'

/** Goods of running special offers as a carousel: over the list, or on the home page with a link to it. */
export function Offers({ showPrices, home = false }: { showPrices: boolean; home?: boolean }) {
  const { data } = useList({ name: 'special' })
  if (!data || data.goods.length === 0) return null
  return (
    <OfferCarousel
      title={
        home ? (
          <>
            <h2>Спецпредложения</h2>
            <Link to="/special" className="small" style={{ marginLeft: 8 }}>
              Все
            </Link>
          </>
        ) : (
          <h2>Товары предложений</h2>
        )
      }
      goods={data.goods}
      offers={data.offers ?? []}
      showPrices={showPrices}
      link={({ id, header }, className) =>
        home ? (
          <Link to="/product/$id" params={{ id: String(id) }} className={className} title={header}>
            {header}
          </Link>
        ) : (
          <Link {...productLink(id)} className={className} title={header}>
            {header}
          </Link>
        )
      }
    />
  )
}
