import { useBlocker } from '@tanstack/react-router'
import { useConfirm } from './confirm.tsx'

/** Asks before a form with unsaved changes is closed. */
export function useConfirmClose(): () => Promise<boolean> {
  const confirm = useConfirm()
  return () => confirm('Изменения не сохранены. Закрыть без сохранения?')
}

/** While `unsaved`, leaving the page asks first; closing the tab shows the browser's own question. */
export function useUnsaved(unsaved: () => boolean): void {
  const confirm = useConfirm()
  useBlocker({
    shouldBlockFn: async () => unsaved() && !(await confirm('Изменения не сохранены. Уйти без сохранения?')),
    enableBeforeUnload: unsaved,
  })
}
