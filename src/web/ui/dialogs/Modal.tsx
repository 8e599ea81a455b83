import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Modal as MantineModal } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../Button.tsx'
import { usePhone } from '../use-phone.ts'
import { WithMantine } from '../theme/WithMantine.tsx'
import styles from './modal.module.css'

type ModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Width in pixels; full screen on a phone. */
  width?: number
  /** The upper edge stays fixed while the content grows and shrinks. */
  anchored?: boolean
  /** Esc, a press outside and a close button do not close it; its content closes it. */
  fixed?: boolean
  /** Beside the title, before the close button. */
  extra?: ReactNode
  /** The footer, with the primary button. */
  footer?: ReactNode
  children: ReactNode
}

/** A dialog that traps and restores the focus; Esc or a press outside closes it. Import it lazily. */
export function Modal({
  opened,
  onClose,
  title,
  width = 480,
  anchored = false,
  fixed = false,
  extra,
  footer,
  children,
}: ModalProps) {
  const opener = useRef(document.activeElement)
  const content = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const low = anchored && !phone

  // A dialog is often unmounted as it closes, before Mantine restores the focus.
  useEffect(() => {
    const { current } = opener
    return () => {
      setTimeout(() => current instanceof HTMLElement && current.focus({ preventScroll: true }))
    }
  }, [])

  // Only the topmost dialog handles the key: Mantine would close them all.
  useEffect(() => {
    if (!opened) return
    function onKeyDown(event: KeyboardEvent) {
      const elsewhere =
        event.isComposing ||
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
      if (
        event.key !== 'Escape' ||
        elsewhere ||
        [...document.querySelectorAll('[data-modal]')].at(-1) !== content.current
      )
        return
      event.preventDefault()
      if (!fixed) onClose()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [opened, fixed, onClose])

  return (
    <WithMantine>
      <MantineModal.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        closeOnClickOutside={!fixed}
        size={width}
        centered={!low}
        yOffset={low ? '5dvh' : '2dvh'}
        xOffset={8}
        transitionProps={{ duration: 100 }}
        classNames={{ content: `${styles.content} ${low ? styles.low : ''}` }}
      >
        <MantineModal.Overlay className={styles.overlay} />
        <MantineModal.Content radius={9} ref={content} data-modal>
          <div className={`${styles.head} ${fixed ? styles.withoutClose : ''}`}>
            <MantineModal.Title className={styles.title}>{title}</MantineModal.Title>
            <span className="grow" />
            {extra}
            {!fixed && <IconButton icon="close" label="Закрыть" onClick={onClose} />}
          </div>
          <div className={styles.body} data-scrolls>
            {children}
          </div>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </MantineModal.Content>
      </MantineModal.Root>
    </WithMantine>
  )
}
