import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveStaffExchange, staffExchange, type StaffExchange } from '#shared/api/staff-exchange.ts'
import { call } from '#web/api/client.ts'
import { LoadError } from '#web/ui/EmptyState.tsx'
import { Checkbox } from '#web/ui/Field.tsx'
import { counted, day } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const queryKey = ['staff', 'exchange']
const offerForms = ['предложение', 'предложения', 'предложений'] as const
const goodForms = ['товара', 'товаров', 'товаров'] as const
const dayForms = ['день', 'дня', 'дней'] as const

/** Offers that 1C has sent without their goods, and what becomes of them. */
export function ExchangeCard() {
  const { data, error, refetch } = useQuery({ queryKey, queryFn: async ({ signal }) => (await call(staffExchange, {}, { signal })).exchange })
  return (
    <Card title="Обмен с 1С">
      {data ? <OffersWithoutGoods exchange={data} /> : error ? <LoadError error={error} onRetry={() => void refetch()} /> : <CardBody><Skeleton width="60%" height={20} /></CardBody>}
    </Card>
  )
}

function OffersWithoutGoods({ exchange: { waiting, make_goods } }: { exchange: StaffExchange }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: (makeGoods: boolean) => call(saveStaffExchange, { make_goods: makeGoods }),
    onSuccess: ({ exchange }) => {
      queries.setQueryData(queryKey, exchange)
      notify({ tone: 'ok', text: exchange.make_goods ? 'Товары создадутся при следующей загрузке из 1С' : 'Предложения будут ждать своих товаров' })
    },
  })
  return (
    <CardBody>
      <div className="column" style={{ maxWidth: 640 }}>
        {save.error && <Note tone="bad" role="alert">{save.error.message}</Note>}
        {waiting.offers > 0 && (
          <Note tone="warn">
            <b className="bold">
              {counted(waiting.offers, offerForms)} без товара: цены и остатки {counted(waiting.goods, goodForms)} ждут{waiting.since && ` с ${day(waiting.since)}`}.
            </b>{' '}
            {make_goods
              ? 'При следующей загрузке из 1С портал создаст эти товары сам. Предложения без наименования подождут ещё.'
              : `Выгрузите из 1С сами товары (файл import.xml) или разрешите порталу создать их из предложений. Через ${counted(waiting.days, dayForms)} ожидание закончится.`}
          </Note>
        )}
        {waiting.offers === 0 && <Note tone="ok">Предложений без товара нет: у всех цен и остатков из 1С есть товар.</Note>}
        <Checkbox
          label="Создавать товары из предложений"
          checked={save.isPending ? save.variables : make_goods}
          onChange={({ currentTarget }) => save.isPending || save.mutate(currentTarget.checked)}
        />
        <span className="small dim">Для баз, которые передают товары только в пакете предложений. Когда 1С пришлёт сам товар, портал возьмёт его описание, группы и картинки.</span>
      </div>
    </CardBody>
  )
}
