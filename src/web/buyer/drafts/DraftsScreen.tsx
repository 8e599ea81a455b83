import { Link } from '@tanstack/react-router'
import type { DraftSummary } from '#shared/api/drafts.ts'
import { pageSizes } from '#shared/constants.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { DraftCards } from './DraftCards.tsx'
import { DraftsTable } from './DraftsTable.tsx'
import { normaliseDraftsSearch } from './drafts-url.ts'
import { useDrafts, useRemoveDraft, useRestoreDraft } from './use-drafts.ts'

type DraftsScreenProps = {
  page: number
  /** The draft being added to the basket. */ repeating: number | undefined
  onRepeat: (id: number) => void
}

const draftForms = ['черновик', 'черновика', 'черновиков'] as const
const undoFadesMs = 8000

/** Drafts, newest first, 10 per page [N.1]. */
export function DraftsScreen({ page, repeating, onRepeat }: DraftsScreenProps) {
  const list = useDrafts(page)
  const remove = useRemove()
  const { data, isFetching } = list
  const rows = {
    drafts: data?.items,
    isRefreshing: isFetching && data !== undefined,
    repeating,
    onRepeat,
    onRemove: remove,
  }
  return (
    <Page
      title="Черновики"
      extra={data && data.count > 0 && <span className="dim">{withCount(data.count, draftForms)}</span>}
    >
      <PagedList
        list={list}
        empty={<NoDrafts />}
        cards={<DraftCards {...rows} />}
        table={<DraftsTable {...rows} rowsPerPage={pageSizes.drafts} />}
        link={({ page, label, current, children }) => (
          <Link
            to="/drafts"
            search={normaliseDraftsSearch({ page })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </Page>
  )
}

/** Removes a draft from the list, with undo. */
function useRemove(): (draft: Pick<DraftSummary, 'id' | 'header'>) => void {
  const notify = useNotify()
  const remove = useRemoveDraft()
  const restore = useRestoreDraft()
  const notifyFailure = ({ message }: Error) => notify({ tone: 'bad', text: message })
  return ({ id, header }) =>
    remove.mutate(id, {
      onError: notifyFailure,
      onSuccess: () =>
        notify({
          text: `Удалено: ${header}`,
          fadeMs: undoFadesMs,
          action: { label: 'Вернуть', onPress: () => restore.mutate(id, { onError: notifyFailure }) },
        }),
    })
}

function NoDrafts() {
  return (
    <EmptyState
      title="Черновиков пока нет"
      action={
        <Link to="/cart" className={buttonClass({ variant: 'primary' })}>
          В корзину
        </Link>
      }
    >
      Соберите корзину и нажмите «В черновик»: состав и цены этого дня сохранятся, а корзину можно занять другим заказом
    </EmptyState>
  )
}
