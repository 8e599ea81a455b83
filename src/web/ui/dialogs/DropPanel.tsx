import { useId, useState, type ReactNode, type ToggleEvent } from 'react'
import { Button, IconButton } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import styles from './drop-panel.module.css'

type PanelProps = {
  icon: IconName
  /** Label of the button; with a `count` only its accessible name. */
  label: string
  /** The button is an icon with this number; 0 is not shown. */
  count?: number
  /** Accessible name of the panel. */
  name?: string
  onOpened?: () => void
  /** Content of the panel; rendered only while it is open. */
  children: (close: () => void) => ReactNode
}

const edgePixels = 8
const gapPixels = 6

/** A button that opens a panel below it. Esc, a press outside or on the button closes it and restores the focus. */
export function DropPanel({ icon, label, count, name = label, onOpened, children }: PanelProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const wiring = { popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': 'dialog' } as const

  function onToggle({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    setOpen(newState === 'open')
    if (newState !== 'open') return
    currentTarget.focus()
    onOpened?.()
  }

  return (
    <>
      {count === undefined ? (
        <Button small icon={icon} className={styles.word} {...wiring}>
          {label}
        </Button>
      ) : (
        <span className={styles.sign}>
          <IconButton icon={icon} label={label} {...wiring} />
          {count > 0 && <b aria-hidden="true">{count > 99 ? '99+' : count}</b>}
        </span>
      )}
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        tabIndex={-1}
        className={styles.panel}
        onBeforeToggle={positionBelow}
        onToggle={onToggle}
      >
        {open && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  )
}

/** Below the button, right-aligned with it, inside the window. */
function positionBelow({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(currentTarget.id)}"]`)
  if (newState !== 'open' || !button) return
  const { bottom, right } = button.getBoundingClientRect()
  currentTarget.style.top = `${bottom + gapPixels}px`
  currentTarget.style.right = `${Math.max(edgePixels, innerWidth - right)}px`
  currentTarget.style.maxHeight = `${innerHeight - bottom - gapPixels - edgePixels}px`
}
