import { useNotify, type Notification } from './notifications.tsx'

/** Copies a text and notifies of success or failure. */
export function useCopy(): (text: string, copied: Notification) => void {
  const notify = useNotify()
  return (text, copied) => {
    copyText(text).then(
      () => notify(copied),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }
}

/** Rejects if the browser refuses. */
async function copyText(text: string): Promise<void> {
  // Without https browsers have no clipboard API.
  if (!window.isSecureContext) return copySelected(text)
  await navigator.clipboard.writeText(text)
}

/** In the open dialog, if any: elements outside it cannot be selected. */
function copySelected(text: string): void {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const parent = document.querySelector('[role=dialog]') ?? document.body
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('the browser refused to copy')
}
