import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { bannersQuery } from '#web/buyer/showcase/use-banners.ts'
import { useList } from '#web/buyer/lists/use-lists.ts'
import styles from './showcase.module.css'

const Offers = lazy(() => import('./Offers.tsx').then((module) => ({ default: module.Offers })))
const BannerSlider = lazy(() =>
  import('#web/buyer/showcase/BannerSlider.tsx').then((module) => ({ default: module.BannerSlider })),
)

/** Special offers and banners of the home page; nothing if there are none or they failed to load. */
export function HomeShowcase({ showPrices }: { showPrices: boolean }) {
  const { history } = useRouter()
  const { data: banners, isLoadingError: noBanners } = useQuery(bannersQuery)
  const { data: special, isLoadingError: noOffers } = useList({ name: 'special' })
  const offers = !noOffers && special?.goods.length !== 0
  const slides = !noBanners && banners?.length !== 0
  if (!offers && !slides) return null
  return (
    <div className={offers && slides ? styles.home : undefined}>
      {offers && (
        <div className={styles.place}>
          <Suspense>
            <Offers home showPrices={showPrices} />
          </Suspense>
        </div>
      )}
      {slides && (
        <div className={styles.banner}>
          {banners && (
            <Suspense>
              <BannerSlider banners={banners} onOpen={(link) => history.push(link)} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}
