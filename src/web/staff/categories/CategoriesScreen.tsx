import { lazy, Suspense, useState } from 'react'
import type { StaffCategoryRow } from '#shared/api/staff/categories.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { sourceLabels } from '#web/parts/descriptions/source-texts.ts'
import { useCategories } from './use-categories.ts'
import styles from './categories.module.css'

const CategoryDialog = lazy(() => import('./CategoryDialog.tsx').then((module) => ({ default: module.CategoryDialog })))

/** Categories with their descriptions and pictures. */
export function CategoriesScreen() {
  const { data, error, refetch } = useCategories()
  const [wanted, setWanted] = useState('')
  const [editing, setEditing] = useState<number>()
  const rows = data?.filter(({ header }) => header.toLowerCase().includes(wanted.toLowerCase()))
  return (
    <Page
      title="Разделы каталога"
      extra={data && <span className="dim nowrap">{withCount(data.length, ['раздел', 'раздела', 'разделов'])}</span>}
      actions={<BarSearch label="Найти раздел" placeholder="Найти раздел" value={wanted} onSearch={setWanted} />}
    >
      <Card>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : rows === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={20} />
          </CardBody>
        ) : rows.length === 0 ? (
          <EmptyState title={wanted === '' ? 'Разделов пока нет' : `Раздела «${wanted}» нет`}>
            {wanted === '' ? 'Они придут из 1С с группами товаров' : 'Проверьте название'}
          </EmptyState>
        ) : (
          <ul className={styles.rows} aria-label="Разделы">
            {rows.map((row) => (
              <CategoryRow key={row.id} row={row} flat={wanted !== ''} onEdit={() => setEditing(row.id)} />
            ))}
          </ul>
        )}
      </Card>
      {editing !== undefined && (
        <Suspense>
          <CategoryDialog id={editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

function CategoryRow({
  row: { header, depth, shown, begins, picture, picturetype },
  flat,
  onEdit,
}: {
  row: StaffCategoryRow
  flat: boolean
  onEdit: () => void
}) {
  return (
    <li>
      <button
        type="button"
        data-row
        style={{ paddingLeft: flat ? 0 : depth * 20 }}
        onClick={onEdit}
        onKeyDown={moveRowFocus}
      >
        {header}
      </button>
      {picture > 0 && <Picture id={picture} type={picturetype} size={24} alt="своя картинка" />}
      <span className={`dim ${styles.begins}`}>{begins || (shown === 'none' ? '' : 'Описания нет')}</span>
      {shown !== 'exchange' && (
        <Tag tone={shown === 'own' ? 'info' : undefined}>
          {shown === 'own' ? 'свой текст' : sourceLabels.none.toLowerCase()}
        </Tag>
      )}
    </li>
  )
}
