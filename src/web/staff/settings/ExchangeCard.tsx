import type { StaffExchange } from '#shared/api/staff/exchange.ts'
import { offersBecomeGoods } from '#shared/texts.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { withCount, day } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { SetAsideImports } from './SetAsideImports.tsx'
import { useScrollToHash } from './use-scroll-to-hash.ts'
import { useExchange, useMakeGoods } from './use-exchange.ts'

const offerForms = ['предложение', 'предложения', 'предложений'] as const
const goodForms = ['товара', 'товаров', 'товаров'] as const
const dayForms = ['день', 'дня', 'дней'] as const

/** Parts of the exchange with 1C that need staff: imports set aside, offers without goods. */
export function ExchangeCard() {
  const { data, error, refetch } = useExchange()
  useScrollToHash('exchange', data !== undefined)
  return (
    <Card id="exchange" title="Обмен с 1С">
      {data ? (
        <>
          <SetAsideImports files={data.set_aside} />
          <OffersWithoutGoods exchange={data} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardBody>
          <Skeleton width="60%" height={20} />
        </CardBody>
      )}
    </Card>
  )
}

function OffersWithoutGoods({
  exchange: { waiting, make_goods: saved, making_goods: making },
}: {
  exchange: StaffExchange
}) {
  const { checked, choose } = useMakeGoods(saved)
  const goods = withCount(waiting.goods, goodForms)
  return (
    <CardBody>
      <div className="column" style={{ maxWidth: 640 }}>
        {waiting.offers > 0 && (
          <Note tone="warn">
            <b className="bold">
              {withCount(waiting.offers, offerForms)} без товара: цены и остатки {goods} ждут
              {waiting.since && ` с ${day(waiting.since)}`}.
            </b>{' '}
            {making
              ? 'Портал создаёт эти товары: через несколько минут они появятся в каталоге.'
              : saved
                ? 'Создать товары нельзя: в этих предложениях нет наименования. ' +
                  'Портал создаст их, когда 1С его передаст.'
                : 'Выгрузите из 1С сами товары (файл import.xml) или разрешите порталу создать их из предложений. ' +
                  `Через ${withCount(waiting.days, dayForms)} ожидание закончится.`}
          </Note>
        )}
        {waiting.offers === 0 && (
          <Note tone="ok">Предложений без товара нет: у всех цен и остатков из 1С есть товар.</Note>
        )}
        <Checkbox
          label={offersBecomeGoods}
          checked={checked}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />
        <span className="small dim">
          Для баз, которые передают товары только в пакете предложений. Когда 1С пришлёт сам товар, портал возьмёт его
          описание, группы и картинки.
        </span>
      </div>
    </CardBody>
  )
}
