import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { UnavailableProduct } from './CompareTable.tsx'
import { UnsoldSection } from '#web/parts/goods/UnsoldSection.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { CompareTable } from './CompareTable.tsx'
import { useClearCompare, useCompare, useCompareMany, useRemoveCompared } from './use-compare.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './compare.module.css'

type ScreenProps = {
  onlyDifferences: boolean
  /** Contract or warehouse are being changed, so the shown data is outdated. */
  switching: boolean
  showPrices: boolean
  /** The quantity field of a product; undefined if the user may not order. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  onOnlyDifferences: (only: boolean) => void
}

const goods = ['товар', 'товара', 'товаров'] as const
const undoFadesMs = 6000

/** Up to six products side by side, parameter by parameter. */
export function CompareScreen({ onlyDifferences, switching, showPrices, quantity, onOnlyDifferences }: ScreenProps) {
  const { data, error, refetch } = useCompare()
  const remove = useRemoveCompared()
  const clear = useClear()
  const count = data?.products.length ?? 0
  return (
    <div className={styles.screen}>
      <PageTitle>Сравнение</PageTitle>
      <div className={styles.header}>
        <h1>Сравнение</h1>
        {data && <span className={`dim nowrap ${styles.count}`}>{count > 0 && withCount(count, goods)}</span>}
        <span className="grow" />
        {count > 1 && (
          <Checkbox
            label="Только различия"
            checked={onlyDifferences}
            onChange={({ currentTarget }) => onOnlyDifferences(currentTarget.checked)}
          />
        )}
        {data && count + data.gone.length > 0 && (
          <Button
            small
            busy={clear.pending}
            onClick={() => clear.all([...data.products, ...data.gone].map(({ id }) => id))}
          >
            Очистить
          </Button>
        )}
      </div>
      {data ? (
        <>
          {count === 0 ? (
            <NothingCompared areUnavailable={data.gone.length > 0} />
          ) : (
            <CompareTable
              {...data}
              onlyDifferences={onlyDifferences}
              isRefreshing={switching}
              showPrices={showPrices}
              quantity={quantity}
              onRemove={remove}
            />
          )}
          <UnavailableRow areUnavailable={data.gone} onRemove={remove} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.place} aria-busy="true">
          <Skeleton width="100%" height={220} />
          <Skeleton width="100%" height={28} />
          <Skeleton width="100%" height={28} />
          <Skeleton width="100%" height={28} />
        </div>
      )}
    </div>
  )
}

function NothingCompared({ areUnavailable }: { areUnavailable: boolean }) {
  return (
    <EmptyState
      title={areUnavailable ? 'По этому договору сравнивать нечего' : 'Сравнивать пока нечего'}
      action={
        <Link to="/catalog/{-$url}" params={{ url: undefined }} className={buttonClass({ variant: 'primary' })}>
          В каталог
        </Link>
      }
    >
      Отметьте в каталоге до шести товаров значком весов: здесь они встанут рядом
    </EmptyState>
  )
}

/** Goods that the contract does not sell have no column. */
function UnavailableRow({
  areUnavailable,
  onRemove,
}: {
  areUnavailable: readonly UnavailableProduct[]
  onRemove: (id: number) => void
}) {
  if (areUnavailable.length === 0) return null
  return (
    <UnsoldSection className={styles.unavailable}>
      <ul>
        {areUnavailable.map(({ id, header, articul }) => (
          <li key={id}>
            <span className="clip">{[articul, header].filter(Boolean).join(' · ')}</span>
            <Button small aria-label={`Убрать из сравнения: ${articul || header}`} onClick={() => onRemove(id)}>
              Убрать
            </Button>
          </li>
        ))}
      </ul>
    </UnsoldSection>
  )
}

/** Clears the comparison, with undo. */
function useClear() {
  const notify = useNotify()
  const clear = useClearCompare()
  const { mutate: putBack } = useCompareMany()
  return {
    pending: clear.isPending,
    all: (ids: readonly number[]) =>
      clear.mutate(undefined, {
        onSuccess: () =>
          notify({
            fadeMs: undoFadesMs,
            text: 'Сравнение очищено',
            action: { label: 'Вернуть', onPress: () => putBack(ids) },
          }),
      }),
  }
}
