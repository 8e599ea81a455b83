import { Link } from '@tanstack/react-router'
import { Pager } from '#web/ui/tables/Pager.tsx'
import { changeView, writeView, type CatalogueView } from './url-state.ts'

export function CataloguePager({ view, pages, max }: { view: CatalogueView; pages: number; max?: number }) {
  return (
    <Pager
      page={view.page}
      pages={pages}
      max={max}
      link={({ page, label, current, children }) => (
        <Link
          from="/catalog/{-$url}"
          to="."
          search={writeView(changeView(view, { page }))}
          aria-label={label}
          aria-current={current ? 'page' : undefined}
          activeProps={{}}
        >
          {children}
        </Link>
      )}
    />
  )
}
