import { goodsFlags, type GoodsFlag } from '#shared/rules/goods/goods-flags.ts'
import type { GoodsLabel } from '#shared/api/staff/labels.ts'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { flagLabels } from './flag-texts.ts'
import { useMarkGoods } from './use-goods.ts'

const choices = { yes: 'да', no: 'нет', exchange: 'как в 1С' } as const
const flagOptions = goodsFlags.flatMap((flag) =>
  (['yes', 'no', 'exchange'] as const).map((choice) => ({
    value: `${flag}.${choice}`,
    label: `${flagLabels[flag].label}: ${choices[choice]}`,
  })),
)

/** Bulk actions for the checked goods. */
export function GoodsBulk({
  marked,
  labels,
  onClear,
}: {
  marked: ReadonlySet<number>
  labels: readonly GoodsLabel[]
  onClear: () => void
}) {
  const mark = useMarkGoods()
  const notify = useNotify()
  const labelOptions = labels.map(({ id, header }) => ({ value: String(id), label: header }))

  function apply(input: Omit<Parameters<typeof mark.mutate>[0], 'ids'>) {
    mark.mutate(
      { ids: [...marked], ...input },
      {
        onSuccess: ({ count }) =>
          notify({
            tone: 'ok',
            text:
              count === 0
                ? 'Менять нечего: у отмеченных товаров так и есть'
                : `Изменено: ${withCount(count, ['товар', 'товара', 'товаров'])}`,
            fadeMs: 3000,
          }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  function setFlag(chosen: string) {
    const [flag, choice] = chosen.split('.') as [GoodsFlag, keyof typeof choices]
    apply({ flags: { [flag]: choice } })
  }

  return (
    <BulkBar count={marked.size} onClear={onClear}>
      <BarSelect
        label="Дать метку"
        disabled={mark.isPending || labels.length === 0}
        options={[{ value: '', label: 'Дать метку' }, ...labelOptions]}
        value=""
        onChange={({ currentTarget }) => apply({ give: [Number(currentTarget.value)] })}
      />
      <BarSelect
        label="Снять метку"
        disabled={mark.isPending || labels.length === 0}
        options={[{ value: '', label: 'Снять метку' }, ...labelOptions]}
        value=""
        onChange={({ currentTarget }) => apply({ take: [Number(currentTarget.value)] })}
      />
      <BarSelect
        label="Признак"
        disabled={mark.isPending}
        options={[{ value: '', label: 'Признак' }, ...flagOptions]}
        value=""
        onChange={({ currentTarget }) => setFlag(currentTarget.value)}
      />
    </BulkBar>
  )
}
