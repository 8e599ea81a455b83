import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MaterialText } from '#web/parts/pages/MaterialText.tsx'
import { day } from '#web/ui/format.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { materialQuery, materialsQuery } from './use-pages.ts'
import styles from './pages.module.css'

/** List of published pages. */
export function MaterialsScreen() {
  const list = useQuery(materialsQuery)
  return (
    <Page title="Материалы">
      {list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && <EmptyState title="Материалов пока нет">Их напишет поставщик</EmptyState>}
      <Card>
        <ul className={styles.list}>
          {list.data?.map(({ id, title, date }) => (
            <li key={id} className="row">
              <Link to="/materials/$id" params={{ id: String(id) }} className="grow">
                {title}
              </Link>
              <span className="dim">{day(date)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

/** A published page. */
export function MaterialScreen({ id }: { id: number }) {
  const page = useQuery(materialQuery(id))
  return (
    <Page above={<Link to="/materials">Материалы</Link>} title={page.data?.title ?? 'Материал'} tab={page.data?.title}>
      {page.error && <LoadError error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && (
        <Card>
          <CardBody>
            <MaterialText html={page.data.html} />
          </CardBody>
        </Card>
      )}
    </Page>
  )
}
