import type { StaffExchange } from '#shared/api/staff/exchange.ts'
import { offersBecomeGoods } from '#shared/texts.ts'
import { BarSelect, Checkbox } from '#web/ui/forms/Field.tsx'
import { withCount, day } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useMakeGoods, useSaveSourceTerm } from './use-exchange.ts'

const offerForms = ['предложение', 'предложения', 'предложений'] as const
const goodForms = ['товара', 'товаров', 'товаров'] as const
const dayForms = ['день', 'дня', 'дней'] as const

const terms = [
  { value: '0', label: 'не хранить' },
  { value: '3', label: '3 дня' },
  { value: '14', label: '14 дней' },
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
] as const

/** What staff choose once: what becomes of offers without goods, and how long files are kept. */
export function OffersCard({ exchange }: { exchange: StaffExchange }) {
  return (
    <Card title="Правила обмена">
      <OffersWithoutGoods exchange={exchange} />
      <SourceTerm days={exchange.keep_days} />
    </Card>
  )
}

function SourceTerm({ days }: { days: number }) {
  const save = useSaveSourceTerm()
  const saved = String(days)
  const options = terms.some(({ value }) => value === saved)
    ? terms
    : [...terms, { value: saved, label: withCount(days, dayForms) }]
  return (
    <CardBody>
      <div className="row wrap">
        <span>Хранить исходные файлы</span>
        <BarSelect
          label="Хранить исходные файлы"
          options={options}
          value={saved}
          disabled={save.isPending}
          onChange={({ currentTarget: { value } }) => save.mutate(Number(value))}
        />
        <span className="small dim">Скачать и повторить можно только сохранённый файл. Видят их администраторы</span>
      </div>
    </CardBody>
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
