import type { ReactNode } from 'react'
import { CallError } from '#web/api/client.ts'
import { Button } from '../Button.tsx'
import styles from './layout.module.css'

/** Text for an empty list: why it is empty, and a next step. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}

/** The server's message when a list or page could not be loaded, with a retry button. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const offline = error instanceof CallError && error.code === 'offline'
  return (
    <div role="alert">
      <EmptyState
        title={offline ? 'Нет связи с сервером' : 'Не удалось загрузить'}
        action={<Button onClick={onRetry}>Повторить</Button>}
      >
        {error instanceof CallError ? error.message : 'Обновите страницу или повторите попытку'}
      </EmptyState>
    </div>
  )
}
