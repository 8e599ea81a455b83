import type { OrderClaims } from '#shared/api/claims.ts'
import {
  claimTypeNumbers,
  claimTypes,
  claimWishes,
  wishesOfType,
  type ClaimType,
} from '#shared/rules/aftersale/claims.ts'
import { milli, units } from '#shared/rules/money.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { money, quantity } from '#web/ui/format.ts'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { OtherGoods } from './OtherGoods.tsx'
import { Photos } from './Photos.tsx'
import type { NewClaim } from './use-new-claim.ts'
import styles from './claims.module.css'

const types = claimTypeNumbers.map((type) => ({ value: String(type), label: claimTypes[type].name }))

/** What a claim is made of: reason, goods with quantities, photos, words and what is asked for [S.9]. */
export function NewClaimForm({ claims: { lines }, draft }: { claims: OrderClaims; draft: NewClaim }) {
  const wishes = wishesOfType[draft.type].map((value) => ({ value, label: claimWishes[value] }))
  return (
    <div className={styles.form}>
      <div className={styles.scroll}>
        <Segments
          label="Причина"
          options={types}
          value={String(draft.type)}
          onChange={(type) => draft.setType(Number(type) as ClaimType)}
        />
      </div>
      <div className={styles.lines}>
        {lines.map((line) => (
          <ClaimableLine
            key={line.line}
            line={line}
            value={draft.quantities[String(line.line)] ?? 0}
            onChange={(value) => draft.setQuantity(line.line, value)}
          />
        ))}
      </div>
      {draft.takesOthers && <OtherGoods goods={draft.others} texts={draft.texts} onChange={draft.setOthers} />}
      <Photos files={draft.files} needed={draft.needsPhoto} onChange={draft.setFiles} />
      <TextArea
        label="Что случилось"
        rows={3}
        maxLength={4000}
        value={draft.text}
        onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
      />
      <div className="row wrap">
        <span className="muted">Прошу</span>
        <Segments label="Прошу" options={wishes} value={draft.wish ?? 'money'} onChange={draft.setWish} />
      </div>
      {draft.fault !== undefined && (
        <p className="bad" role="alert">
          {draft.fault}
        </p>
      )}
    </div>
  )
}

type LineProps = { line: OrderClaims['lines'][number]; value: number; onChange: (value: number) => void }

function ClaimableLine({ line, value, onChange }: LineProps) {
  const { left, shipped, unit, articul } = line
  const fit = (next: number) => onChange(Math.min(left, Math.max(0, units(Math.round(milli(next))))))
  return (
    <div className={styles.line}>
      <Picture id={line.picture} type={line.picturetype} size={40} />
      <span>
        {line.header}
        <br />
        <small className="dim">
          {articul}
          {line.price !== null && ` · ${money(line.price)}`} · можно заявить {quantity(left)} из {quantity(shipped)}{' '}
          {unit}
        </small>
      </span>
      <span className={styles.stepper}>
        <IconButton icon="minus" label={`Меньше ${articul}`} disabled={value <= 0} onClick={() => fit(value - 1)} />
        <input
          inputMode="decimal"
          aria-label={`Заявить ${articul}`}
          value={value === 0 ? '0' : String(value).replace('.', ',')}
          disabled={left === 0}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            const typed = Number(currentTarget.value.replace(',', '.'))
            if (Number.isFinite(typed)) fit(typed)
          }}
        />
        <IconButton icon="plus" label={`Больше ${articul}`} disabled={value >= left} onClick={() => fit(value + 1)} />
      </span>
    </div>
  )
}
