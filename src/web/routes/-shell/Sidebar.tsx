import { Link, useRouter } from '@tanstack/react-router'
import type { Me } from '#shared/api/access.ts'
import { useEffect, useRef } from 'react'
import { isBuyer } from '#shared/rights.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ContractAndWarehouse } from './ContractAndWarehouse.tsx'
import { entriesFor, isCurrent } from './navigation.ts'
import styles from './shell.module.css'

/** The sections; on a narrow screen it opens over the page from the menu button. */
export function Sidebar({ me, path }: { me: Me; path: string }) {
  const router = useRouter()
  const menu = useRef<HTMLElement>(null)

  // Opened over the page, it makes way for the page that was chosen.
  useEffect(
    () =>
      router.subscribe('onResolved', () => {
        if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
      }),
    [router],
  )

  return (
    <nav id="menu" className={`${styles.side} no-print`} aria-label="Разделы" popover="auto" ref={menu}>
      {isBuyer(me.role) && (
        <div className={styles.sidePicks}>
          <ContractAndWarehouse />
        </div>
      )}
      {entriesFor(me.role).map(({ path: entry, to, label, icon }) => (
        <Link key={to} to={to} params={{ url: undefined }} aria-current={isCurrent(entry, path) ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
      <span className="grow" />
      {me.manager && (
        <p>
          Ваш менеджер
          <br />
          {me.manager.name}
          <br />
          <a href={`tel:${me.manager.phone.replace(/[^+\d]/g, '')}`}>{me.manager.phone}</a>
        </p>
      )}
    </nav>
  )
}

/** The same few sections under the thumb. */
export function Dock({ me, path }: { me: Me; path: string }) {
  const entries = entriesFor(me.role)
  if (entries.length < 2) return null
  return (
    <nav className={`${styles.dock} no-print`} aria-label="Главные разделы">
      {entries.map(({ path: entry, to, label, icon }) => (
        <Link key={to} to={to} params={{ url: undefined }} aria-current={isCurrent(entry, path) ? 'page' : undefined}>
          <Icon name={icon} size={20} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
