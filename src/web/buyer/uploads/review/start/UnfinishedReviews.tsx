import { Button, IconButton } from '#web/ui/Button.tsx'
import { timeAgo, withCount } from '#web/ui/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { Unfinished } from '../review-store.ts'
import styles from '../upload.module.css'

/** Unfinished reviews: resume or delete. */
export function UnfinishedReviews({
  unfinished,
  onResume,
  onForget,
}: {
  unfinished: readonly Unfinished[]
  onResume: (id: string) => void
  onForget: (id: string) => void
}) {
  const now = useNow(60_000)
  if (unfinished.length === 0) return null
  return (
    <section aria-label="Незаконченные проверки" className={styles.unfinished}>
      <h2 className="bold">Незаконченные проверки</h2>
      <ul>
        {unfinished.map(({ id, file, rows, keptAt }) => (
          <li key={id}>
            <span className="clip">{file || 'Вставленные строки'}</span>
            <span className="small dim nowrap">
              {withCount(rows, ['строка', 'строки', 'строк'])} · {timeAgo(new Date(keptAt).toISOString(), now)}
            </span>
            <span className="grow" />
            <Button small onClick={() => onResume(id)}>
              Продолжить
            </Button>
            <IconButton
              icon="close"
              small
              label={`Забыть проверку: ${file || 'вставленные строки'}`}
              onClick={() => onForget(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
