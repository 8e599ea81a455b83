import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { pagerCells } from './pager-cells.ts'
import styles from '../page/layout.module.css'

export type PageLink = (target: { page: number; label: string; current: boolean; children: ReactNode }) => ReactNode

/**
 * Page numbers of a list. `link` renders a router link, so that a page can be opened in a tab, copied and returned to.
 */
export function Pager({
  page,
  pages,
  max,
  link,
}: {
  page: number
  pages: number
  max?: number | undefined
  link: PageLink
}) {
  if (pages <= 1) return null
  return (
    <nav className={`${styles.pager} no-print`} aria-label="Страницы">
      {page > 1 ? (
        link({ page: page - 1, label: 'Предыдущая страница', current: false, children: <Icon name="left" /> })
      ) : (
        <i>
          <Icon name="left" />
        </i>
      )}
      {pagerCells(page, pages, max).map((cell, index) =>
        cell === 'gap' ? (
          // At most two gaps, distinguished by their index.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`}>…</span>
        ) : (
          <PagerItem key={cell}>
            {link({ page: cell, label: `Страница ${cell}`, current: cell === page, children: cell })}
          </PagerItem>
        ),
      )}
      {page < pages ? (
        link({ page: page + 1, label: 'Следующая страница', current: false, children: <Icon name="right" /> })
      ) : (
        <i>
          <Icon name="right" />
        </i>
      )}
    </nav>
  )
}

function PagerItem({ children }: { children: ReactNode }) {
  return children
}
