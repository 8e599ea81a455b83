import { lazy, Suspense } from 'react'
import { DropPanel } from '#web/ui/dialogs/DropPanel.tsx'

const SavedViewsPanel = lazy(() =>
  import('./SavedViewsPanel.tsx').then((module) => ({ default: module.SavedViewsPanel })),
)

/** 'Виды': saved catalogue filters of the account, and a form to save the current one. */
export function SavedViews({ address }: { address: string }) {
  return (
    <DropPanel icon="filter" label="Виды" name="Сохранённые виды">
      {(close) => (
        <Suspense>
          <SavedViewsPanel address={address} onLeave={close} />
        </Suspense>
      )}
    </DropPanel>
  )
}
