import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { draftOf, emptyDraft } from './offer-draft.ts'
import { OfferForm } from './OfferForm.tsx'
import { offerQuery } from './use-offers.ts'

/** Creates (`id` undefined) or changes a special offer. */
export function OfferScreen({ id, onDone }: { id: number | undefined; onDone: () => void }) {
  if (id === undefined)
    return (
      <OfferForm id={undefined} version={undefined} initial={emptyDraft} onDone={onDone} onReload={() => undefined} />
    )
  return <StoredOffer id={id} onDone={onDone} />
}

function StoredOffer({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery(offerQuery(id))
  // Only a reload by the user resets the fields.
  const [round, setRound] = useState(0)
  if (data)
    return (
      <OfferForm
        key={round}
        id={id}
        version={data.version}
        initial={draftOf(data)}
        onDone={onDone}
        onReload={() => void refetch().then(() => setRound(round + 1))}
      />
    )
  return (
    <Page title="Спецпредложение">
      {!error && <Skeleton width="60%" height={20} />}
      {error &&
        ('status' in error && error.status === 404 ? (
          <EmptyState title="Такой акции нет" action={<Link to="/admin/offers">Ко всем акциям</Link>}>
            Возможно, её удалили
          </EmptyState>
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        ))}
    </Page>
  )
}
