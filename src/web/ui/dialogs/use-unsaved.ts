import { useBlocker } from '@tanstack/react-router'
import { useConfirm } from './confirm.tsx'

/** While `unsaved` says so, going elsewhere asks first; closing the tab asks in the browser's own words. */
export function useUnsaved(unsaved: () => boolean): void {
  const confirm = useConfirm()
  useBlocker({
    shouldBlockFn: async () => unsaved() && !(await confirm('Изменения не сохранены. Уйти без сохранения?')),
    enableBeforeUnload: unsaved,
  })
}
