import { money, quantity } from '../format.ts'
import { Picture } from '../Picture.tsx'
import { wishOf, type LowerRows } from './changes.ts'
import { LineDeed, LineWish } from './LineWish.tsx'
import styles from './order-lines.module.css'

/** The same rows under a thumb. */
export function LowerCards({ lines, wishes, words, showsPrices, onWish }: LowerRows) {
  return (
    <ul className={styles.cards} aria-label={words.caption}>
      {lines.map((line) => (
        <li key={line.line} data-gone={wishOf(line, wishes) === 0 || undefined}>
          <Picture id={line.picture} type={line.picturetype} size={40} />
          <div>
            <div>{line.header}</div>
            <div className="small dim">
              {line.articul} · {line.wms_header}
            </div>
            <div className="small">
              {words.ordered.toLowerCase()} {quantity(line.qnt)} {line.unit}
              {showsPrices && ` × ${money(line.price)}`}
            </div>
            <div className="row">
              <LineWish line={line} wishes={wishes} words={words} onWish={onWish} />
              <span className="grow" />
              <LineDeed line={line} wishes={wishes} words={words} onWish={onWish} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
