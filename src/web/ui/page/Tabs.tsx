import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

type Tab<Name extends string> = { name: Name; label: string }

type TabsProps<Name extends string> = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Name>[]
  active: Name
  onActivate: (name: Name) => void
  /** Content of the active tab. */
  children: ReactNode
}

/** Tabs over one panel: ← → Home End move and open a tab, Tab moves into the panel. */
export function Tabs<Name extends string>({ label, tabs, active, onActivate, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (name: Name) => `${id}tab-${name}`
  const panelId = (name: Name) => `${id}panel-${name}`

  // Wider than the screen: scroll to the open tab.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-name='${active}']`)
    if (tab && list.current)
      list.current.scrollLeft = Math.max(
        0,
        tab.offsetLeft - list.current.offsetLeft + tab.offsetWidth - list.current.clientWidth,
      )
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(({ name }) => name === active)
    const next = tabs.at(indexAfter(event.key, index, tabs.length) ?? tabs.length)
    if (!next) return
    event.preventDefault()
    onActivate(next.name)
    document.getElementById(tabId(next.name))?.focus()
  }

  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(name)}
            aria-selected={name === active}
            aria-controls={panelId(name)}
            tabIndex={name === active ? 0 : -1}
            data-label={text}
            data-name={name}
            onClick={() => onActivate(name)}
            onKeyDown={onKeyDown}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ name }) => (
        <div
          key={name}
          role="tabpanel"
          id={panelId(name)}
          aria-labelledby={tabId(name)}
          tabIndex={0}
          hidden={name !== active}
          className={styles.panel}
        >
          {name === active && children}
        </div>
      ))}
    </div>
  )
}

/** The tab index a key leads to, cyclically; undefined for other keys. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
