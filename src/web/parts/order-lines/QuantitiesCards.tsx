import { money, quantity } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { inputOf, type QuantityRows } from './changes.ts'
import { LineAction, LineInput } from './LineInput.tsx'
import styles from './order-lines.module.css'

/** The rows as cards on a phone. */
export function QuantitiesCards({ lines, inputs, texts, showsPrices, onInput }: QuantityRows) {
  return (
    <ul className={styles.cards} aria-label={texts.caption}>
      {lines.map((line) => (
        <li key={line.line} data-gone={inputOf(line, inputs) === 0 || undefined}>
          <Picture id={line.picture} type={line.picturetype} size={40} />
          <div>
            <div>{line.header}</div>
            <div className="small dim">
              {line.articul} · {line.wms_header}
            </div>
            <div className="small">
              {texts.ordered.toLowerCase()} {quantity(line.qnt)} {line.unit}
              {showsPrices && ` × ${money(line.price)}`}
            </div>
            {showsPrices && line.price_note && <div className="small dim">{line.price_note}</div>}
            <div className="row">
              <LineInput line={line} inputs={inputs} texts={texts} onInput={onInput} />
              <span className="grow" />
              <LineAction line={line} inputs={inputs} texts={texts} onInput={onInput} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
