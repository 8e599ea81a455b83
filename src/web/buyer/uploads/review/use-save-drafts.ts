import { useMutation } from '@tanstack/react-query'
import { useNotify } from '#web/ui/notifications.tsx'
import { sendOnce } from '#web/api/attempts.ts'
import type { SaveDrafts } from '../save-drafts.ts'
import { rememberedChoices } from './review-rows.ts'
import { hasKnownGood, goodsInOrder, planDrafts, splitColumns, type SavedDrafts } from './split-columns.ts'
import { attemptsOf } from './review-store.ts'
import { columnsToRemember, type Upload } from './upload.ts'

/** Saves a reviewed file as drafts, one for each column. */
export function useSaveDrafts(onSave: SaveDrafts, onSaved: (upload: Upload) => void) {
  const notify = useNotify()
  const { mutate, isPending, data, variables } = useMutation({
    mutationFn: async (upload: Upload): Promise<SavedDrafts> => {
      const planned = planDrafts(upload, splitColumns(upload) ?? [])
      const drafts = planned.flatMap(({ header, list }) =>
        list.size > 0 ? [{ header, list: Object.fromEntries(list) }] : [],
      )
      const { contract, rows } = upload
      const input = {
        contract,
        drafts,
        order: goodsInOrder(rows),
        ...rememberedChoices(rows.filter(hasKnownGood)),
        columns: columnsToRemember(upload),
      }
      const reply = await sendOnce(attemptsOf(upload.id, 'drafts'), input, (keys) => onSave(input, keys))
      return { planned, drafts: reply.drafts }
    },
    onSuccess: (_, upload) => onSaved(upload),
    onError: ({ message }) => notify({ tone: 'bad', title: 'Черновики не сохранены', text: message, fadeMs: null }),
  })
  return {
    save: mutate,
    isSaving: isPending,
    /** The saved drafts of these rows; any change of the rows resets them. */
    savedOf: (upload: Upload) => (variables?.rows === upload.rows && !isPending ? data : undefined),
  }
}
