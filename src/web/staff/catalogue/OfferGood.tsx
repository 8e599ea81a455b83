import { IconButton } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { money } from '#web/ui/format.ts'
import type { DraftGood, FieldErrors } from './offer-draft.ts'
import styles from './offers.module.css'

type GoodProps = {
  good: DraftGood
  priceTypes: readonly { id: number; header: string }[]
  errors: FieldErrors
  onChange: (good: DraftGood) => void
  onRemove: () => void
}

export function OfferGood({ good, priceTypes, errors, onChange, onRemove }: GoodProps) {
  const { id, header, articul, prices, priceTexts } = good
  const listOf = (type: number) => prices.find((each) => each.type === type)?.price
  const shown = priceTypes.filter((type) => listOf(type.id) !== undefined || priceTexts[type.id] !== undefined)
  const error = errors[`goods.${id}`]
  return (
    <li>
      <div role="group" aria-label={header} className={styles.good}>
        <div className={styles.name}>
          <span className={styles.header}>{header}</span>
          <span className="small dim">{articul}</span>
          {error !== undefined && (
            <span className="small bad" role="alert">
              {error}
            </span>
          )}
          {shown.length === 0 && <span className="small warn">Не продаётся ни по одному виду цен</span>}
        </div>
        <div className={styles.prices}>
          {shown.map(({ id: type, header: name }) => {
            const list = listOf(type)
            return (
              <TextField
                key={type}
                label={name}
                hint={list === undefined ? 'не продаётся' : `обычная ${money(list)}`}
                error={errors[`goods.${id}.${type}`]}
                inputMode="decimal"
                maxLength={14}
                value={priceTexts[type] ?? ''}
                onChange={({ currentTarget }) =>
                  onChange({ ...good, priceTexts: { ...priceTexts, [type]: currentTarget.value } })
                }
              />
            )
          })}
        </div>
      </div>
      <IconButton icon="trash" label={`Убрать: ${header}`} onClick={onRemove} />
    </li>
  )
}
