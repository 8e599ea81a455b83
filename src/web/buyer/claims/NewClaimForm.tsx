import { useState } from 'react'
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
import { money, quantity, withCount } from '#web/ui/format.ts'
import { BarInput, BarSelect, TextArea } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { matchesAllWords } from '#web/ui/matches-all-words.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { OtherGoods } from './OtherGoods.tsx'
import { Photos } from './Photos.tsx'
import type { NewClaim } from './use-new-claim.ts'
import styles from './claims.module.css'

const types = claimTypeNumbers.map((type) => ({ value: String(type), label: claimTypes[type].name }))

type Line = OrderClaims['lines'][number]
type FormProps = { claims: OrderClaims; first: string | undefined; draft: NewClaim }

/** From this number of lines, the form has a search field. */
const manyLines = 8

/** Form of a claim: reason, goods with quantities, photos, comment and requested settlement [S.9]. */
export function NewClaimForm({ claims: { lines }, first, draft }: FormProps) {
  const [all, setAll] = useState(first === undefined)
  const [typed, setTyped] = useState('')
  const isChosen = ({ line }: Line) => (draft.quantities[String(line)] ?? 0) > 0
  const isAskedFor = (line: Line) =>
    all ? matchesAllWords(`${line.articul} ${line.header}`, typed) : line.articul === first
  const shown = lines.filter((line) => isChosen(line) || isAskedFor(line))
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
      {all && lines.length > manyLines && (
        <BarInput
          label="Найти товар в заказе"
          type="search"
          className={styles.orderSearch}
          placeholder={`Артикул или название, ${withCount(lines.length, ['строка', 'строки', 'строк'])} в заказе`}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={styles.frame}>
        <div className={styles.columns} aria-hidden>
          <span>Товар</span>
          <span>Можно</span>
          <span>Заявить</span>
        </div>
        {shown.map((line) => (
          <ClaimableLine key={line.line} line={line} draft={draft} />
        ))}
        {shown.length === 0 && <p className={styles.none}>В заказе такого товара нет</p>}
        {!all && lines.length > shown.length && (
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            <Icon name="plus" /> Ещё товар из заказа
            <span className="grow" />
            <span className="dim">{withCount(lines.length, ['строка', 'строки', 'строк'])}</span>
          </button>
        )}
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
      {draft.message !== undefined && (
        <p className="bad" role="alert">
          {draft.message}
        </p>
      )}
    </div>
  )
}

type LineProps = { line: Line; draft: NewClaim }

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
        max={left}
        onChange={(next) => draft.setQuantity(line.line, next)}
      />
      {value > 0 && <Grounds line={line} draft={draft} />}
    </div>
  )
}

/** A reason or comment for a single line. */
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
