import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { UnavailableGoods } from '#web/buyer/lists/UnavailableGoods.tsx'
import type { ListSearch } from '#web/buyer/lists/lists-url.ts'
import { listQuery, useList } from '#web/buyer/lists/use-lists.ts'
import { useRemoveGoods, type OwnList } from '#web/buyer/lists/use-remove-goods.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { rowName } from '#web/parts/goods/goods-rows.ts'
import { StarButton } from '#web/parts/goods/StarButton.tsx'
import { GoodsListPage } from './GoodsListPage.tsx'
import { ToCatalogue } from './ToCatalogue.tsx'

type OwnProps = {
  me: Me
  search: ListSearch
  own: OwnList
  title: string
  empty: { title: string; text: string }
  missing?: { title: string; text: string; action: ReactNode }
  actions?: ReactNode
  tabs?: ReactNode
}

/** A list owned by the user: a single row is removed at once with undo, several after a confirmation [M.9]. */
export function OwnListPage({ me, search, own, empty, ...screen }: OwnProps) {
  const { data } = useList({ name: own.name, ...search })
  const [allGone, setAllGone] = useState(false)
  const fullList = useQuery({ ...listQuery({ name: own.name, list: search.list, allGone: true }), enabled: allGone })
  const unavailable = allGone && fullList.data && !fullList.isPlaceholderData ? fullList.data.gone : data?.gone
  const removing = useRemoveGoods(own)
  const confirm = useConfirm()
  const label = removeLabel(own)
  return (
    <GoodsListPage
      {...screen}
      me={me}
      name={own.name}
      search={search}
      empty={{ ...empty, action: <ToCatalogue /> }}
      mark={(row, onLeave) => (
        <StarButton
          isOn
          icon={own.name === 'needs' ? 'clock' : 'star'}
          label={`${label}: ${rowName(row)}`}
          title={label}
          onPress={() => {
            onLeave()
            void removing.removeOne(row)
          }}
        />
      )}
      bulk={(rows, onDone) => (
        <Button
          small
          variant="danger"
          busy={removing.pending}
          onClick={async () => {
            if (!(await confirm('Удалить отмеченные товары?'))) return
            // The refusal was reported; the rows return, still checked.
            await removing.removeMany(rows.map(({ id }) => id)).then(onDone, () => undefined)
          }}
        >
          Удалить
        </Button>
      )}
      unavailable={
        unavailable && (
          <UnavailableGoods
            gone={unavailable}
            count={data?.goneCount ?? unavailable.length}
            isRefreshing={allGone && fullList.isFetching}
            onAll={() => setAllGone(true)}
            onRemove={(good) => void removing.removeGone(good)}
          />
        )
      }
    />
  )
}

/** For roles without lists. */
export function NoLists() {
  return (
    <EmptyState title="Списки вам недоступны">
      Избранное и потребности ведут владелец и менеджеры организации
    </EmptyState>
  )
}

function removeLabel(own: OwnList): string {
  if (own.name === 'needs') return 'Убрать из потребностей'
  return own.list === undefined ? 'Убрать из избранного' : 'Убрать из списка'
}
