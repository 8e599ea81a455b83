import { useSyncExternalStore } from 'react'
import { Note } from '#web/ui/Note.tsx'
import styles from './shell.module.css'

/** A message while the browser has no network. */
export function Connection() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <div className={styles.alert}>
      <Note tone="warn" role="status">
        Нет соединения. Показано то, что уже загружено; изменения не сохраняются.
      </Note>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
