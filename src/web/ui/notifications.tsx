import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './notifications.module.css'

export type Notification = {
  text: ReactNode
  title?: string
  tone?: 'ok' | 'bad' | 'warn'
  /** An action such as undo; using it closes the notification. */
  action?: { label: string; onPress: () => void }
  /** 1500 or 3000 by the specification, 2500 after adding a product; null: shown until closed. */
  fadeMs?: number | null
}

type Shown = Notification & { id: number }
type Notify = (notification: Notification) => void

const NotifyContext = createContext<Notify>(() => undefined)

/** Shows a notification; anything important is also shown at its field or row. */
export function useNotify(): Notify {
  return useContext(NotifyContext)
}

export function NotificationsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ items: Shown[]; last: number }>({ items: [], last: 0 })
  const [notify] = useState<Notify>(
    () => (notification: Notification) =>
      setShown(({ items, last }) => ({
        items: [...items.slice(-3), { ...notification, id: last + 1 }],
        last: last + 1,
      })),
  )
  const [dismiss] = useState(
    () => (id: number) => setShown(({ items, last }) => ({ items: items.filter((item) => item.id !== id), last })),
  )
  return (
    <NotifyContext value={notify}>
      {children}
      <div className={styles.list} role="status" aria-live="polite">
        {shown.items.map((item) => (
          <Item key={item.id} item={item} onClose={dismiss} />
        ))}
      </div>
    </NotifyContext>
  )
}

function Item({ item, onClose }: { item: Shown; onClose: (id: number) => void }) {
  const { id, tone, action, fadeMs = tone === undefined || tone === 'ok' ? 1500 : 3000 } = item
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (fadeMs === null || isPaused) return
    const timer = setTimeout(() => onClose(id), fadeMs)
    return () => clearTimeout(timer)
  }, [id, fadeMs, isPaused, onClose])
  return (
    <div
      className={styles.item}
      data-tone={tone}
      onPointerEnter={({ pointerType }) => setPaused(pointerType === 'mouse')}
      onPointerLeave={() => setPaused(false)}
    >
      <Icon name={tone === 'ok' ? 'check' : tone === undefined ? 'info' : 'warning'} />
      <div>
        {item.title !== undefined && <div className="bold">{item.title}</div>}
        {item.text}
      </div>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onPress()
            onClose(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Закрыть" onClick={() => onClose(id)}>
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}
