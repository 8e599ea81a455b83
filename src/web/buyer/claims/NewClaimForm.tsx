import { useState } from 'react'
import type { OrderClaims } from '#shared/api/claims.ts'
import {
  claimTypeNumbers,
  claimTypes,
  requestedRemedies,
  remediesOfType,
  type ClaimType,
} from '#shared/rules/aftersale/claims.ts'
import { ClaimQuantity } from '#web/parts/claims/ClaimQuantity.tsx'
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
type FormProps = { claims: OrderClaims; articul: string | undefined; draft: NewClaim }

/** Longer lists have a search field. */
const manyLines = 8

/** Form of a claim: reason, goods with quantities, photos, comment and requested settlement [S.9]. */
export function NewClaimForm({ claims: { lines }, articul, draft }: FormProps) {
  const [showsAll, setShowsAll] = useState(articul === undefined)
  const [query, setQuery] = useState('')
  const isChosen = ({ line }: Line) => (draft.quantities[String(line)] ?? 0) > 0
  const matchesSearch = (line: Line) =>
    showsAll ? matchesAllWords(`${line.articul} ${line.header}`, query) : line.articul === articul
  const visibleLines = lines.filter((line) => isChosen(line) || matchesSearch(line))
  const remedies = remediesOfType[draft.type].map((value) => ({ value, label: requestedRemedies[value] }))
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
      {showsAll && lines.length > manyLines && (
        <BarInput
          label="Найти товар в заказе"
          type="search"
          className={styles.orderSearch}
          placeholder={`Артикул, название · ${withCount(lines.length, ['строка', 'строки', 'строк'])}`}
          maxLength={100}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      )}
      <div className={styles.frame}>
        <div className={styles.columns} aria-hidden>
          <span>Товар</span>
          <span>Можно</span>
          <span>Заявить</span>
        </div>
        {visibleLines.map((line) => (
          <ClaimableLine key={line.line} line={line} draft={draft} />
        ))}
        {visibleLines.length === 0 && <p className={styles.none}>В заказе такого товара нет</p>}
        {!showsAll && lines.length > visibleLines.length && (
          <button type="button" className={styles.showAll} onClick={() => setShowsAll(true)}>
            <Icon name="plus" /> Ещё товар из заказа
            <span className="grow" />
            <span className="dim">{withCount(lines.length, ['строка', 'строки', 'строк'])}</span>
          </button>
        )}
      </div>
      {draft.takesOthers && <OtherGoods draft={draft.others} />}
      <div className={styles.twoColumns}>
        <TextArea
          label="Что случилось"
          rows={3}
          maxLength={4000}
          value={draft.text}
          onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
        />
        <Photos
          photos={draft.photos}
          isRequired={draft.needsPhoto}
          isMissing={draft.isPhotoMissing}
          buttonRef={draft.photoButton}
        />
      </div>
      <div className="row wrap">
        <span className={styles.label}>Прошу</span>
        <Segments label="Прошу" options={remedies} value={draft.remedy ?? 'money'} onChange={draft.setRemedy} />
      </div>
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
      <ClaimQuantity
        label={articul}
        action="Заявить"
        value={value}
        max={left}
        onChange={(next) => draft.setQuantity(line.line, next)}
      />
      {value > 0 && <LineReason line={line} draft={draft} />}
    </div>
  )
}

/** A reason or comment for a single line. */
function LineReason({ line: { line, articul }, draft }: LineProps) {
  const { type, text } = draft.reasonOf(line)
  return (
    <span className={styles.lineReason}>
      <BarSelect
        label={`Причина по ${articul}`}
        options={types}
        value={String(type)}
        onChange={({ currentTarget }) => draft.setGrounds(line, { type: Number(currentTarget.value) as ClaimType })}
      />
      <BarInput
        label={`Что с ${articul}`}
        className={styles.lineComment}
        placeholder="Что именно с этим товаром"
        maxLength={1000}
        value={text}
        onChange={({ currentTarget }) => draft.setGrounds(line, { text: currentTarget.value })}
      />
    </span>
  )
}
