import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { MaterialForm } from './MaterialForm.tsx'
import { useMaterialToEdit } from './use-staff-pages.ts'

/** Creates (`id` undefined) or changes a page. */
export function MaterialEditor({ id, onDone }: { id: number | undefined; onDone: () => void }) {
  const { data: page, error, refetch } = useMaterialToEdit(id)
  // Only a reload by the user resets the fields.
  const [round, setRound] = useState(0)
  if (id === undefined) return <MaterialForm page={undefined} onDone={onDone} onReload={() => undefined} />
  if (page)
    return (
      <MaterialForm
        key={round}
        page={page}
        onDone={onDone}
        onReload={() => void refetch().then(() => setRound(round + 1))}
      />
    )
  return (
    <Page title="Страница">
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : page === null ? (
        <EmptyState title="Такой страницы нет" action={<Link to="/admin/materials">Ко всем страницам</Link>} />
      ) : (
        <Skeleton width="60%" height={20} />
      )}
    </Page>
  )
}
