import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '../page/Skeleton.tsx'
import styles from './day-field.module.css'

const DateField = lazy(() => import('./DateField.tsx').then((module) => ({ default: module.DateField })))

type DayProps = {
  label: string
  value: string | undefined
  hint?: string | undefined
  error: string | undefined
  onChange: (day: string | undefined) => void
  onLeave?: () => void
}

/** A date field with a label. */
export function DayField({ label, value, hint, error, onChange, onLeave }: DayProps) {
  const below = useId()
  return (
    <div className={styles.day}>
      <span className="small muted" aria-hidden="true">
        {label}
      </span>
      <Suspense fallback={<Skeleton width="100%" height={32} />}>
        <DateField
          label={label}
          value={value}
          invalid={error !== undefined}
          describedBy={error === undefined && hint === undefined ? undefined : below}
          onChange={onChange}
          onLeave={onLeave}
        />
      </Suspense>
      {error !== undefined && (
        <span id={below} className="small bad" role="alert">
          {error}
        </span>
      )}
      {error === undefined && hint !== undefined && (
        <span id={below} className="small warn">
          {hint}
        </span>
      )}
    </div>
  )
}
