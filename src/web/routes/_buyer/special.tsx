import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { may } from '#shared/rights.ts'
import type { SpecialOffer } from '#shared/api/showcase.ts'
import { normaliseListSearch } from '#web/buyer/lists/lists-url.ts'
import { OfferTabs } from '#web/buyer/lists/OfferTabs.tsx'
import { useList, type ListedGood } from '#web/buyer/lists/use-lists.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { GoodsListPage } from '#web/pages/lists/GoodsListPage.tsx'
import { loadList } from '#web/pages/lists/load-list.ts'
import { ToCatalogue } from '#web/pages/lists/ToCatalogue.tsx'
import styles from '#web/pages/lists/showcase.module.css'

const Offers = lazy(() => import('#web/pages/lists/Offers.tsx').then((module) => ({ default: module.Offers })))

export const Route = createFileRoute('/_buyer/special')({
  validateSearch: normaliseListSearch,
  loaderDeps: ({ search: { page, offer } }) => ({ page, offer }),
  loader: ({ context, deps }) => loadList(context, { name: 'special', ...deps }),
  component: Special,
})

function Special() {
  const me = useMe()
  const search = Route.useSearch()
  if (me === null) return null
  return (
    <GoodsListPage
      me={me}
      name="special"
      search={search}
      title="Спецпредложения"
      asksQuantity
      impliedMark="sale"
      empty={{
        title: 'Сейчас спецпредложений нет',
        text: 'Как только начнётся новое, его товары появятся здесь',
        action: <ToCatalogue />,
      }}
      missing={{
        title: 'Предложение закончилось',
        text: 'Его срок прошёл, или по выбранному договору оно не действует',
        action: (
          <Link to="/special" className={buttonClass({ variant: 'primary' })}>
            Все предложения
          </Link>
        ),
      }}
      extraColumn={(page) => ({
        header: 'Предложение',
        width: 200,
        cell: (row) => <Offer row={row} offers={page?.offers ?? []} />,
      })}
      above={(page) =>
        page?.offers?.length !== 0 && (
          <>
            <Showcase showPrices={may(me, 'price.view')} />
            <div className={styles.tabsPlace}>
              {page?.offers && <OfferTabs offers={page.offers} chosen={search.offer} />}
            </div>
          </>
        )
      }
    />
  )
}

/** The carousel; its space is reserved while loading, and freed if loading fails. */
function Showcase({ showPrices }: { showPrices: boolean }) {
  const { isLoadingError } = useList({ name: 'special' })
  if (isLoadingError) return null
  return (
    <div className={styles.place} data-over>
      <Suspense>
        <Offers showPrices={showPrices} />
      </Suspense>
    </div>
  )
}

function Offer({ row, offers }: { row: ListedGood; offers: readonly SpecialOffer[] }) {
  const offer = offers.find(({ id }) => id === row.offer)
  if (!offer) return '–'
  return (
    <span className="small" title={`${offer.title}: ${offer.starts} – ${offer.ends}`}>
      до {offer.ends.slice(0, 5)} · {offer.title}
    </span>
  )
}
