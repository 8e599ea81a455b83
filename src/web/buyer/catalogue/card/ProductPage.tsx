import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { ProductView, type ProductViewProps } from './ProductView.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './product-card.module.css'

/** The product card as a page. */
export function ProductPage(props: ProductViewProps) {
  return (
    <ProductView
      {...props}
      frame={({ card, title, extra, body, chosen, add }) => (
        <div className={styles.screen}>
          <PageTitle>{card?.header ?? 'Товар'}</PageTitle>
          <div className={styles.scroll} data-scroll-restoration-id="product">
            <Page above={<Crumbs crumbs={card?.breadcrumbs ?? []} />} title={title} actions={extra}>
              <section className={styles.page}>{body}</section>
            </Page>
          </div>
          {add && (
            <div className={`${styles.foot} no-print`} data-own-bar>
              {chosen}
              <span className="grow" />
              {add}
            </div>
          )}
        </div>
      )}
    />
  )
}

function Crumbs({ crumbs }: { crumbs: ProductCard['breadcrumbs'] }) {
  return (
    <nav className={styles.crumbs} aria-label="Путь">
      <Link to="/catalog/{-$url}" params={{ url: undefined }}>
        Каталог
      </Link>
      {crumbs.map(({ id, header, url }) => (
        <Fragment key={id}>
          <Icon name="right" size={12} />
          <Link to="/catalog/{-$url}" params={{ url }}>
            {header}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
