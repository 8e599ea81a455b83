import type { DraftLine } from '#shared/api/drafts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { money } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { LineName, LineQuantity, toggled, unitOf, type LineRows } from './DraftLinesTable.tsx'
import { LineActions, LineReplacement, LineTags } from './LineChanges.tsx'
import styles from './draft-lines.module.css'

/** The rows as cards on a phone. */
export function DraftLineCards({ lines, ...rows }: LineRows) {
  return (
    <ul className={styles.cards} aria-label="Товары черновика">
      {lines.map((line) => (
        <Card key={line.id} line={line} {...rows} />
      ))}
    </ul>
  )
}

function Card({ line, marked, onMark, removeLines, accept, ...rows }: Omit<LineRows, 'lines'> & { line: DraftLine }) {
  const { id, header, articul, comment, price, sum } = line
  return (
    <li data-on={marked.has(id) || undefined}>
      <div className={styles.mark}>
        <Picture id={line.picture} type={line.picturetype} size={48} />
        <label>
          <input
            type="checkbox"
            aria-label={`Выбрать ${articul || header}`}
            checked={marked.has(id)}
            onChange={() => onMark(toggled(marked, id))}
          />
        </label>
      </div>
      <div className={styles.card}>
        <div className={styles.cardHead}>
          <LineName line={line} />
          <IconButton icon="close" label={`Удалить ${articul || header}`} small onClick={() => removeLines([line])} />
        </div>
        <div className="small dim">{[articul, unitOf(line), comment].filter(Boolean).join(' · ')}</div>
        <div className={styles.cardFoot}>
          <span>
            {sum !== null && <b className="bold">{money(sum)}</b>}
            <br />
            {price !== null && <span className="small dim">{money(price)}</span>}
          </span>
          <LineQuantity line={line} removeLines={removeLines} {...rows} />
        </div>
        {line.changes.length > 0 && (
          <div className={styles.accept}>
            <LineTags line={line} />
            <LineReplacement line={line} />
            <span className="grow" />
            <LineActions line={line} onAccept={accept} onRemove={() => removeLines([line])} />
          </div>
        )}
      </div>
    </li>
  )
}
