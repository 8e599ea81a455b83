import styles from '#web/ui/page/layout.module.css'
import { useCopy } from '#web/ui/use-copy.ts'

/** A complete article: selectable, copied by one click. */
export function Article({ value }: { value: string }) {
  const copyText = useCopy()
  if (value === '') return <span className="dim">–</span>
  return (
    <button
      type="button"
      className={styles.copy}
      title={`${value} – скопировать`}
      onClick={() => {
        if (String(getSelection()) !== '') return
        copyText(value, { text: `Артикул ${value} скопирован`, fadeMs: 1500 })
      }}
    >
      {value}
    </button>
  )
}
