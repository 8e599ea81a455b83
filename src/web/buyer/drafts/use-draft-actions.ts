import type { DraftDetails, DraftLine } from '#shared/api/drafts.ts'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import type { AcceptedLine } from './line-changes.ts'
import { useDraftQuantities } from './use-draft-quantities.ts'
import { useDraftCalls, useRemoveDraft, useRestoreDraft } from './use-drafts.ts'
import { lineForms } from './texts.ts'

const undoFadesMs = 8000

/** Actions on a draft's page: removals can be undone, failures are reported. */
export function useDraftActions({ id, header }: DraftDetails, onRemoved: () => void) {
  const notify = useNotify()
  const { change, restore, accept } = useDraftCalls(id)
  const remove = useRemoveDraft()
  const putBack = useRestoreDraft()
  const quantities = useDraftQuantities((lines) => change.mutateAsync(lines, { onError: notifyFailure }))

  function notifyFailure({ message }: Error) {
    notify({ tone: 'bad', text: message })
  }

  function offerUndo(text: string, onPress: () => void) {
    notify({ text, fadeMs: undoFadesMs, action: { label: 'Вернуть', onPress } })
  }

  function removeLines(lines: readonly DraftLine[]) {
    const ids = lines.map((line) => line.id)
    quantities.forget(ids)
    const [only] = lines
    const linesText = lines.length === 1 && only ? only.header : withCount(lines.length, lineForms)
    change.mutate(
      ids.map((line) => ({ id: line, qnt: 0 })),
      {
        onError: notifyFailure,
        onSuccess: () => offerUndo(`Удалено: ${linesText}`, () => restore.mutate(ids, { onError: notifyFailure })),
      },
    )
  }

  return {
    typed: quantities.typed,
    /** Rejects when the input was refused, after reporting it. */
    flush: quantities.flush,
    changing: accept.isPending || restore.isPending,
    removing: remove.isPending,
    setQuantity: (line: DraftLine, quantityMilli: number) => quantities.set(line.id, quantityMilli),
    removeLines,
    /** Pending input is part of what is accepted. */
    accept: (accepted: AcceptedLine[]) =>
      void quantities.flush().then(
        () => accept.mutateAsync(accepted).catch(notifyFailure),
        () => undefined,
      ),
    removeDraft: () =>
      remove.mutate(id, {
        onError: notifyFailure,
        onSuccess: () => {
          offerUndo(`Удалено: ${header}`, () => putBack.mutate(id, { onError: notifyFailure }))
          onRemoved()
        },
      }),
  }
}

export type DraftActions = ReturnType<typeof useDraftActions>
