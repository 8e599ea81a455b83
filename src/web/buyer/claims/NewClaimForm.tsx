import type { OrderClaims } from '#shared/api/claims.ts'
import {
  claimTypeNumbers,
  claimTypes,
  claimWishes,
  wishesOfType,
  type ClaimType,
} from '#shared/rules/aftersale/claims.ts'
import { Amount } from '#web/parts/claims/Amount.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { money, quantity } from '#web/ui/format.ts'
import { BarInput, BarSelect, TextArea } from '#web/ui/forms/Field.tsx'
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
      <div className={`${styles.scroll} row`}>
        <span className={styles.label}>Причина</span>
        <Segments
          label="Причина"
          options={types}
          value={String(draft.type)}
          onChange={(type) => draft.setType(Number(type) as ClaimType)}
        />
      </div>
      <div className={styles.frame}>
        <div className={styles.columns} aria-hidden>
          <span>Товар</span>
          <span>Можно</span>
          <span>Заявить</span>
        </div>
        {lines.map((line) => (
          <ClaimableLine key={line.line} line={line} draft={draft} />
        ))}
      </div>
      {draft.takesOthers && <OtherGoods goods={draft.others} texts={draft.texts} onChange={draft.setOthers} />}
      <div className={styles.pair}>
        <TextArea
          label="Что случилось"
          rows={3}
          maxLength={4000}
          value={draft.text}
          onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
        />
        <Photos files={draft.files} needed={draft.needsPhoto} onChange={draft.setFiles} />
      </div>
      <div className="row wrap">
        <span className={styles.label}>Прошу</span>
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

type LineProps = { line: OrderClaims['lines'][number]; draft: NewClaim }

function ClaimableLine({ line, draft }: LineProps) {
  const { left, shipped, unit, articul } = line
  const value = draft.quantities[String(line.line)] ?? 0
  return (
    <div className={styles.line} data-on={value > 0 || undefined}>
      <Picture id={line.picture} type={line.picturetype} size={30} />
      <span className={styles.name}>
        {line.header}
        <br />
        <small className="dim">
          {articul}
          {line.price !== null && ` · ${money(line.price)}`}
        </small>
      </span>
      <span className={styles.left}>
        {quantity(left)} <small className="dim">{left < shipped ? `из ${quantity(shipped)} ${unit}` : unit}</small>
      </span>
      <Amount
        label={articul}
        verb="Заявить"
        value={value}
        most={left}
        onChange={(next) => draft.setQuantity(line.line, next)}
      />
      {value > 0 && <Grounds line={line} draft={draft} />}
    </div>
  )
}

/** Where a line has a reason or words of its own. */
function Grounds({ line: { line, articul }, draft }: LineProps) {
  const { type, text } = draft.groundsOf(line)
  return (
    <span className={styles.grounds}>
      <BarSelect
        label={`Причина по ${articul}`}
        options={types}
        value={String(type)}
        onChange={({ currentTarget }) => draft.setGrounds(line, { type: Number(currentTarget.value) as ClaimType })}
      />
      <BarInput
        label={`Что с ${articul}`}
        className={styles.words}
        placeholder="Что с этим товаром, если иначе, чем ниже"
        maxLength={1000}
        value={text}
        onChange={({ currentTarget }) => draft.setGrounds(line, { text: currentTarget.value })}
      />
    </span>
  )
}
