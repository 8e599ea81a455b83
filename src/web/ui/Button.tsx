import type { ButtonHTMLAttributes, ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './button.module.css'

type Look = { look?: 'primary' | 'plain' | 'danger'; small?: boolean; wide?: boolean }

type ButtonProps = Look & { icon?: IconName; busy?: boolean; children: ReactNode } & ComponentProps<'button'>

export function Button({ look, small, wide, icon, busy = false, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${buttonClass({ look, small, wide })} ${className ?? ''}`}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      // Busy, it keeps the focus and takes no second press.
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? refuse : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
}

/** The look of a button for a link of the router: `<Link className={buttonClass({ look: 'primary' })}>`. */
export function buttonClass({ look, small, wide }: Look = {}): string {
  return [styles.button, look && styles[look], small && styles.small, wide && styles.wide].filter(Boolean).join(' ')
}

type IconButtonProps = { icon: IconName; label: string; small?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

/** A square button that is only a sign: its label is its name and its tooltip. */
export function IconButton({ icon, label, small, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`${styles.icon} ${small ? styles.small : ''} ${className ?? ''}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
