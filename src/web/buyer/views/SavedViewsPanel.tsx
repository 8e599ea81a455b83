import type { SavedFilter } from '#shared/api/views.ts'
import { AddressLink } from '#web/ui/AddressLink.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { isSameAddress } from './same-address.ts'
import { SaveViewForm } from './SaveViewForm.tsx'
import { useDeleteFilter, useSavedFilters, useSaveFilter } from './use-saved-filters.ts'
import styles from './saved-views.module.css'

const undoFadesMs = 6000

/** Saved views as links, with a form to save the current one. */
export function SavedViewsPanel({ address, onLeave }: { address: string; onLeave: () => void }) {
  const { data: filters, error, refetch } = useSavedFilters()
  const remove = useRemove()
  return (
    <>
      <h2 className={styles.head}>Сохранённые виды</h2>
      {filters ? (
        filters.length === 0 ? (
          <p className={styles.none}>Выберите фильтры и сохраните их под именем: вид откроется отсюда одним нажатием</p>
        ) : (
          <ul className={styles.views}>
            {filters.map((filter) => (
              <li key={filter.id}>
                <AddressLink
                  address={filter.address}
                  className="clip"
                  title={filter.header}
                  aria-current={isSameAddress(filter.address, address) ? 'page' : undefined}
                  onClick={onLeave}
                >
                  {filter.header}
                </AddressLink>
                <IconButton
                  small
                  icon="close"
                  label={`Удалить вид «${filter.header}»`}
                  onClick={() => remove(filter)}
                />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.none}>
          <Skeleton width="70%" height={16} />
        </div>
      )}
      <SaveViewForm address={address} saved={filters ?? []} />
    </>
  )
}

/** Deletes a view, with undo. */
function useRemove() {
  const notify = useNotify()
  const { mutateAsync: save } = useSaveFilter()
  const putBack = (filter: SavedFilter) =>
    save(filter).catch((error: Error) => notify({ tone: 'bad', title: 'Вид не возвращён', text: error.message }))
  return useDeleteFilter((filter) =>
    notify({
      fadeMs: undoFadesMs,
      text: `Вид «${filter.header}» удалён`,
      action: { label: 'Вернуть', onPress: () => void putBack(filter) },
    }),
  ).mutate
}
