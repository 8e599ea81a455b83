import { lazy, Suspense } from 'react'
import { DropPanel } from '#web/ui/dialogs/DropPanel.tsx'

const SavedViewsPanel = lazy(() =>
  import('./SavedViewsPanel.tsx').then((module) => ({ default: module.SavedViewsPanel })),
)

/** 'Виды': filters of the catalogue that the account keeps by name, and the way to keep the one on the screen. */
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
