import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { plural } from '#shared/rules/plural.ts'
import { useMedia } from '../use-media.ts'
import { PageTitle } from './PageTitle.tsx'
import styles from './queue.module.css'

type QueueProps = {
  title: string
  /** Number of waiting objects, in words. */
  countText?: string | undefined
  search?: ReactNode
  /** A button beside the title. */
  action?: ReactNode
  filters: ReactNode
  /** The list: its rows are links marked `data-row`, the open one `aria-current`. */
  children: ReactNode
  /** The object open beside the list. */
  panel?: ReactNode | false
  /** Width of the panel in pixels, and its maximum in per cent of the screen. */
  panelWidth?: number
  maxPanelPercent?: number
}

/** Whether the screen is wide enough for a panel beside the list. */
export function useSplitView(): boolean {
  return useMedia('(min-width: 1100px)')
}

/**
 * Common layout of staff queues: a list with search, filters and counts, and the open object beside it. j and k open
 * the next and the previous one, Enter on the open one moves into its panel.
 */
export function Queue({
  title,
  countText,
  search,
  action,
  filters,
  children,
  panel,
  panelWidth = 396,
  maxPanelPercent = 66,
}: QueueProps) {
  const screen = useRef<HTMLDivElement>(null)
  const isSplit = useSplitView()
  const open = panel !== undefined && panel !== false

  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const step = event.code === 'KeyJ' ? 1 : event.code === 'KeyK' ? -1 : 0
      if (step === 0 || ignoresKey(event)) return
      const rows = [...(screen.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const current = rows.findIndex(
        (row) => row.getAttribute('aria-current') !== null || row === document.activeElement,
      )
      const next = rows[current === -1 ? 0 : current + step]
      if (!next) return
      event.preventDefault()
      next.focus()
      if (isSplit) next.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isSplit])

  function enterPanel(event: KeyboardEvent<HTMLDivElement>) {
    const { target } = event
    const isOpen = target instanceof HTMLElement && 'row' in target.dataset && target.ariaCurrent !== null
    const aside = screen.current?.querySelector<HTMLElement>('aside')
    if (event.key !== 'Enter' || !isOpen || !aside) return
    event.preventDefault()
    aside.focus()
  }

  return (
    <div
      className={styles.screen}
      data-open={open || undefined}
      style={{ '--panel': `min(${panelWidth}px, ${maxPanelPercent}%)` } as CSSProperties}
      ref={screen}
    >
      <PageTitle>{title}</PageTitle>
      {/* The links inside handle the key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.list} onKeyDown={enterPanel}>
        <div className={styles.head}>
          <div className="row wrap">
            <h1>{title}</h1>
            {countText !== undefined && <span className={styles.count}>{countText}</span>}
            {action && <span className={styles.action}>{action}</span>}
            {search && <span className={styles.text}>{search}</span>}
          </div>
          <div className={styles.filters}>{filters}</div>
        </div>
        {children}
      </div>
      {panel}
    </div>
  )
}

/** The panel beside the list, with one decision at the bottom. */
export function QueuePanel({
  label,
  busy = false,
  children,
  footer,
}: {
  label: string
  busy?: boolean
  children?: ReactNode
  footer?: ReactNode
}) {
  return (
    <aside className={styles.panel} aria-label={label} aria-busy={busy || undefined} tabIndex={-1}>
      <div className={styles.inside}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </aside>
  )
}

/** 'никто не ждёт', '1 ждёт действия', '3 ждут действия' */
export function waitingCountText(count: number): string {
  if (count === 0) return 'никто не ждёт'
  return `${count} ${plural(count, ['ждёт', 'ждут', 'ждут'])} действия`
}

/** Ignores keys with modifiers, keys typed into fields, and keys while a dialog is open. */
export function ignoresKey(event: globalThis.KeyboardEvent): boolean {
  const { target } = event
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing ||
    event.defaultPrevented ||
    (target instanceof HTMLElement && target.matches('input:not([type=checkbox], [type=radio]), select, textarea')) ||
    document.querySelector('[role=dialog][aria-modal], :popover-open') !== null
  )
}
