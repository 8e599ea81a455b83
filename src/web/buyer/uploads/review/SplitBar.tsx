import { plural } from '#shared/rules/plural.ts'
import { withCount, quantity } from '#web/ui/format.ts'
import { lineForms, OutcomeBar, type OutcomeActions } from './OutcomeBar.tsx'
import type { PlannedDraft } from './split-columns.ts'

const draftForms = ['черновик', 'черновика', 'черновиков'] as const

type SplitBarProps = OutcomeActions & { planned: readonly PlannedDraft[]; onSave: () => void }

/** Number of drafts to be created, rows left out, report, and the save button. */
export function SplitBar({ planned, onSave, ...actions }: SplitBarProps) {
  const filled = planned.filter(({ list }) => list.size > 0)
  const lines = filled.reduce((sum, { list }) => sum + list.size, 0)
  return (
    <OutcomeBar
      {...actions}
      outcome={
        <>
          <strong>{quantity(filled.length)}</strong> {plural(filled.length, draftForms)}, {withCount(lines, lineForms)}
        </>
      }
      leftOut={new Set(planned.flatMap((draft) => draft.leftOut)).size}
      action={`Создать ${plural(filled.length, ['черновик', 'черновики', 'черновики'])}`}
      disabled={filled.length === 0}
      onAct={onSave}
    />
  )
}
