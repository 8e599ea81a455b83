import { useNotify, type Notification } from './notifications.tsx'

/** Copies a text and notifies of success or failure. */
export function useCopy(): (text: string, copied: Notification) => void {
  const notify = useNotify()
  return (text, copied) => {
    navigator.clipboard.writeText(text).then(
      () => notify(copied),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }
}
