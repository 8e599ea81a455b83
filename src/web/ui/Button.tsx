import type { ButtonHTMLAttributes, ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './button.module.css'

type ButtonAppearance = { variant?: 'primary' | 'plain' | 'danger'; small?: boolean; wide?: boolean }

type ButtonProps = ButtonAppearance & {
  icon?: IconName
  busy?: boolean
  children: ReactNode
} & ComponentProps<'button'>

export function Button({
  variant,
  small,
  wide,
  icon,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`${buttonClass({ variant, small, wide })} ${className ?? ''}`}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      // While busy it keeps the focus and ignores presses.
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

/** Button classes for a router link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant, small, wide }: ButtonAppearance = {}): string {
  return [styles.button, variant && styles[variant], small && styles.small, wide && styles.wide]
    .filter(Boolean)
    .join(' ')
}

type IconButtonProps = { icon: IconName; label: string; small?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

/** An icon button: its label is the accessible name and tooltip. */
export function IconButton({ icon, label, small, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.icon} ${small ? styles.small : ''} ${className ?? ''}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
