import { useState, type MouseEvent, type ReactNode } from 'react'
import { fetchFile } from '#web/api/fetch-file.ts'
import { useNotify } from '../notifications.tsx'
import { saveFile } from './save-file.ts'

type FileLinkProps = { href: string; className?: string; children: ReactNode }

/** Link to a file generated on request: errors are shown here instead of in the browser's downloads. */
export function FileLink({ href, className, children }: FileLinkProps) {
  const [busy, setBusy] = useState(false)
  const notify = useNotify()

  async function fetchAndSave(event: MouseEvent) {
    // In another tab the browser handles it.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { name, content } = await fetchFile(href)
      saveFile(content, name, content.type)
    } catch (error) {
      notify({
        tone: 'bad',
        title: 'Файл не получен',
        text: error instanceof Error ? error.message : String(error),
        fadeMs: null,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <a
      href={href}
      download
      className={className}
      aria-busy={busy || undefined}
      data-busy={busy || undefined}
      onClick={(event) => void fetchAndSave(event)}
    >
      {children}
    </a>
  )
}
