import { useState } from 'react'
import type { StaffMethod } from '#shared/api/staff/delivery.ts'
import { Card } from '#web/ui/page/Page.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { isChanged, type MethodDraft } from './method-draft.ts'
import { MethodRow } from './MethodRow.tsx'
import styles from './staff-delivery.module.css'

/** The delivery methods with names and prices. A refetch does not discard typed values. */
export function MethodsTab({
  methods,
  zonesDrawn,
  onReload,
}: {
  methods: readonly StaffMethod[]
  zonesDrawn: boolean
  onReload: () => Promise<unknown>
}) {
  const [drafts, setDrafts] = useState<Readonly<Record<number, MethodDraft | undefined>>>({})
  useUnsaved(() => methods.some((method) => isChanged(drafts[method.id], method)))
  return (
    <Card>
      <ul className={styles.methods} aria-label="Способы доставки">
        {methods.map((method) => (
          <MethodRow
            key={method.id}
            method={method}
            draft={drafts[method.id]}
            zonesDrawn={zonesDrawn}
            onDraft={(draft) => setDrafts((previous) => ({ ...previous, [method.id]: draft }))}
            onReload={onReload}
          />
        ))}
      </ul>
    </Card>
  )
}
