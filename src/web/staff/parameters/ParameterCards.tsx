import type { StaffParameter } from '#shared/api/staff/parameters.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { reasonToHide } from './arrange.ts'
import type { ParameterRows } from './ParametersTable.tsx'
import styles from './parameters.module.css'

export function ParameterCards({ listed, ...actions }: ParameterRows) {
  if (!listed) {
    return (
      <ul className={list.cards} aria-label="Параметры" aria-busy>
        {[1, 2, 3, 4, 5].map((card) => (
          <li key={card} className={list.card}>
            <Skeleton width="100%" height={96} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className={list.cards} aria-label="Параметры">
      {listed.map((parameter, index) => (
        <ParameterCard
          key={parameter.id}
          parameter={parameter}
          {...actions}
          isFirst={index === 0}
          isLast={index === listed.length - 1}
        />
      ))}
    </ul>
  )
}

type CardProps = Omit<ParameterRows, 'listed'> & { parameter: StaffParameter; isFirst: boolean; isLast: boolean }

function ParameterCard({ parameter, marked, onMark, onShow, onMove, onEdit, isFirst, isLast }: CardProps) {
  const { id, header, unit, exchange_header: exchangeHeader, examples, values, goods, filter, card } = parameter
  const reason = reasonToHide(parameter)
  return (
    <li className={list.card}>
      <div className={styles.cardHead}>
        <input
          type="checkbox"
          aria-label={`Выбрать: ${header}`}
          checked={marked.has(id)}
          onChange={({ currentTarget }) => onMark([id], currentTarget.checked)}
        />
        <span className={styles.cardName}>
          <b>
            {header}
            {unit && `, ${unit}`}
          </b>
          {exchangeHeader !== header && <span className="small dim">из «{exchangeHeader}»</span>}
        </span>
        <IconButton icon="up" label={`Выше: ${header}`} disabled={isFirst} onClick={() => onMove(id, { step: -1 })} />
        <IconButton icon="down" label={`Ниже: ${header}`} disabled={isLast} onClick={() => onMove(id, { step: 1 })} />
        <IconButton icon="edit" label={`Изменить: ${header}`} onClick={() => onEdit(parameter)} />
      </div>
      <span className="small dim">{examples.join(', ')}</span>
      <span className="small dim">
        {withCount(values, ['значение', 'значения', 'значений'])} у {withCount(goods, ['товара', 'товаров', 'товаров'])}
        {reason !== undefined && `, ${reason}`}
      </span>
      <div className={styles.switches}>
        <Switch
          label={`${header}: в фильтре`}
          text="Фильтр"
          checked={filter}
          onChange={(on) => onShow([id], { filter: on ? 'yes' : 'no' })}
        />
        <Switch
          label={`${header}: в карточке`}
          text="Карточка"
          checked={card}
          onChange={(on) => onShow([id], { card: on ? 'yes' : 'no' })}
        />
      </div>
    </li>
  )
}
