import { useNotify } from '#web/ui/notifications.tsx'
import styles from '#web/ui/page/layout.module.css'

/** An article in full: selectable, copied by one click. */
export function Article({ value }: { value: string }) {
  const notify = useNotify()
  if (value === '') return <span className="dim">–</span>
  return (
    <button
      type="button"
      className={styles.copy}
      title={`${value} – скопировать`}
      onClick={() => {
        if (String(getSelection()) !== '') return
        navigator.clipboard.writeText(value).then(
          () => notify({ text: `Артикул ${value} скопирован`, fadeMs: 1500 }),
          () => notify({ text: 'Браузер не дал скопировать', tone: 'bad' }),
        )
      }}
    >
      {value}
    </button>
  )
}
