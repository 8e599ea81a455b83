import type { PriceListFile } from '#shared/api/price-lists.ts'
import styles from './price-lists.module.css'

/** How far a price list is written: a bar and the same in words. */
export function FileProgress({ file: { name, state, done, total } }: { file: PriceListFile }) {
  const percent = total > 0 ? Math.min(99, Math.floor((done * 100) / total)) : undefined
  const known = state === 'running' && percent !== undefined
  return (
    <span className={styles.progress}>
      <progress aria-label={name} max={100} {...(known ? { value: percent } : {})} />
      <span className="small nowrap">{known ? `Готово ${percent} %` : state === 'queued' ? 'В очереди' : 'Готовим'}</span>
    </span>
  )
}
