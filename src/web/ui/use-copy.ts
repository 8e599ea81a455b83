import { useNotify, type Notification } from './notifications.tsx'

/** Copies a text and shows that it did, or that the browser forbids it. */
export function useCopy(): (text: string, copied: Notification) => void {
  const notify = useNotify()
  return (text, copied) => {
    navigator.clipboard.writeText(text).then(
      () => notify(copied),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }
}
