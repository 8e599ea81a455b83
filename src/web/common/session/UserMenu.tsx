import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { accountTitle } from '#shared/messages.ts'
import { useColorScheme } from '#web/ui/theme/color-scheme.ts'
import { buttonClass, IconButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { SignOutButton } from './SignOutButton.tsx'
import styles from './user-menu.module.css'

const schemes = [
  { value: 'auto', label: 'Как в системе' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
] as const

export function UserMenu({ me, onSignedOut }: { me: Me; onSignedOut: () => void }) {
  const { choice, choose } = useColorScheme()
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <IconButton icon="user" label="Профиль" popoverTarget="user-menu" />
      <div id="user-menu" popover="auto" className={styles.menu} ref={menu}>
        <div className="bold">{me.name}</div>
        <div className="small muted">{me.login}</div>
        {me.organisation && <div className="small muted">{me.organisation.header}</div>}
        <div className={styles.theme}>
          <span className="small dim">Тема</span>
          <Segments label="Тема" options={schemes} value={choice} onChange={choose} />
        </div>
        {!me.acting && (
          <Link
            to="/account"
            className={`${buttonClass({ wide: true })} ${styles.security}`}
            onClick={() => menu.current?.hidePopover()}
          >
            <Icon name="shield" />
            {accountTitle}
          </Link>
        )}
        <SignOutButton wide onSignedOut={onSignedOut} />
      </div>
    </>
  )
}
