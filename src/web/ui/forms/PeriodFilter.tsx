import { lazy, Suspense } from 'react'
import { Skeleton } from '../page/Skeleton.tsx'

const PeriodFields = lazy(() => import('./PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })))

type PeriodFilterProps = {
  /** dd.mm.yyyy */
  start: string | undefined
  end: string | undefined
  isInvalid: boolean
  onChange: (period: { start: string | undefined; end: string | undefined }) => void
}

/** First and last day of a period among the filters of a list; its calendar loads later. */
export function PeriodFilter(props: PeriodFilterProps) {
  return (
    <Suspense fallback={<Skeleton width={236} height={26} />}>
      <PeriodFields {...props} />
    </Suspense>
  )
}
