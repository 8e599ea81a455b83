import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { basketKey } from '#web/parts/basket/basket-sync.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

const SaveDraftDialog = lazy(() =>
  import('#web/buyer/drafts/SaveDraftDialog.tsx').then((module) => ({ default: module.SaveDraftDialog })),
)

const openFadesMs = 8000

/** Button that saves the basket as a draft; the dialog asks for a name and whether to clear the basket. */
export function SaveDraft({ contract, children }: { contract: number; children: ReactNode }) {
  const [saving, setSaving] = useState(false)
  const { sync } = useBasketEdits()
  const queries = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()

  function saved({ id, header }: { id: number; header: string }) {
    setSaving(false)
    void queries.invalidateQueries({ queryKey: basketKey })
    notify({
      tone: 'ok',
      title: 'Черновик сохранён',
      text: header,
      fadeMs: openFadesMs,
      action: { label: 'Открыть', onPress: () => void navigate({ to: '/drafts/$id', params: { id: String(id) } }) },
    })
  }

  return (
    <>
      <Button icon="copy" onClick={() => setSaving(true)}>
        {children}
      </Button>
      {saving && (
        <Suspense>
          <SaveDraftDialog contract={contract} flush={sync.flush} onSaved={saved} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
