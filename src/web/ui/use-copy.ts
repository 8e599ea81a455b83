import { useNotify, type Notification } from './notifications.tsx'

/** Copies a text and says so, or that the browser forbids it. */
export function useCopy(): (text: string, copied: Notification) => void {
  const notify = useNotify()
  return (text, copied) => {
    navigator.clipboard.writeText(text).then(
      () => notify(copied),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }
}
