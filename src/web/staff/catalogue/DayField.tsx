import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import styles from './day-field.module.css'

const DateField = lazy(() => import('#web/ui/forms/DateField.tsx').then((module) => ({ default: module.DateField })))

type DayProps = {
  label: string
  value: string | undefined
  error: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day among the fields of a form, its label above it. */
export function DayField({ label, value, error, onChange }: DayProps) {
  return (
    <div className={styles.day}>
      <span className="small muted" aria-hidden="true">
        {label}
      </span>
      <Suspense fallback={<Skeleton width="100%" height={32} />}>
        <DateField label={label} value={value} invalid={error !== undefined} onChange={onChange} />
      </Suspense>
      {error !== undefined && (
        <span className="small bad" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
