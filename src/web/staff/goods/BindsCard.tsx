import { Link } from '@tanstack/react-router'
import type { LinkedGood, StaffGood } from '#shared/api/staff/goods.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { GoodsPicker } from '#web/parts/goods/GoodsPicker.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { linkedGoodOf, withMoved, withHidden } from './good-draft.ts'
import { linkableSource } from './use-goods.ts'
import styles from './good.module.css'

type BindsProps = {
  title: string
  name: 'analogues' | 'related'
  good: StaffGood
  binds: readonly LinkedGood[]
  errors: Readonly<Record<string, string>>
  onChange: (binds: readonly LinkedGood[]) => void
}

/** Linked goods of a tab of the card, in display order; those from 1C can only be hidden. */
export function BindsCard({ title, name, good, binds, errors, onChange }: BindsProps) {
  const shown = binds.filter(({ hidden }) => !hidden)
  const hidden = binds.filter((each) => each.hidden)
  return (
    <Card title={title} extra={<span className="dim">{shown.length}</span>}>
      <CardBody>
        <GoodsPicker
          label={`${title}: добавить по артикулу или названию`}
          source={linkableSource}
          chosen={new Set([good.id, ...shown.map(({ id }) => id)])}
          chosenLabel="Уже здесь"
          onPick={(row) => onChange([...shown, linkedGoodOf(row), ...hidden.filter(({ id }) => id !== row.id)])}
        />
        {binds.length === 0 && <p className={`small dim ${styles.hint}`}>{hints[name]}</p>}
      </CardBody>
      {binds.length > 0 && (
        <ul className={styles.binds} aria-label={title}>
          {binds.map((bind, index) => (
            <BindRow
              key={bind.id}
              bind={bind}
              index={index}
              count={shown.length}
              error={errors[`${name}.${bind.id}`]}
              binds={binds}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

const hints = {
  analogues: 'Пока пусто: покупатели видят похожие товары той же категории',
  related: 'Пока пусто: покупатели видят то, что чаще заказывают вместе',
}

type RowProps = {
  bind: LinkedGood
  index: number
  count: number
  error: string | undefined
  binds: readonly LinkedGood[]
  onChange: BindsProps['onChange']
}

function BindRow({ bind, index, count, error, binds, onChange }: RowProps) {
  const { id, articul, header, active, picture, picturetype, source, hidden } = bind
  return (
    <li data-hidden={hidden || undefined}>
      <Picture id={picture} type={picturetype} />
      <div className={styles.name}>
        <Link to="/admin/goods/$id" params={{ id: String(id) }} className="clip">
          {header}
        </Link>
        <span className="small dim">
          {articul}
          {!active && ' · ушёл из каталога, покупатели его не видят'}
        </span>
        {error !== undefined && (
          <span className="small bad" role="alert">
            {error}
          </span>
        )}
      </div>
      <Tag>{hidden ? 'Скрыт' : source === 'exchange' ? 'Из 1С' : 'Свой'}</Tag>
      {!hidden && (
        <>
          <IconButton
            small
            icon="up"
            label={`Выше: ${header}`}
            disabled={index === 0}
            onClick={() => onChange(withMoved(binds, index, index - 1))}
          />
          <IconButton
            small
            icon="down"
            label={`Ниже: ${header}`}
            disabled={index >= count - 1}
            onClick={() => onChange(withMoved(binds, index, index + 1))}
          />
        </>
      )}
      {hidden ? (
        <IconButton
          small
          icon="plus"
          label={`Показать: ${header}`}
          onClick={() => onChange(withHidden(binds, bind, false))}
        />
      ) : source === 'exchange' ? (
        <IconButton
          small
          icon="close"
          label={`Скрыть: ${header}`}
          onClick={() => onChange(withHidden(binds, bind, true))}
        />
      ) : (
        <IconButton
          small
          icon="trash"
          label={`Убрать: ${header}`}
          onClick={() => onChange(binds.filter((each) => each !== bind))}
        />
      )}
    </li>
  )
}
