import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect, useRef } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { isBuyer } from '#shared/rights.ts'
import { catalogueInitQuery } from '#web/buyer/contracts/use-contracts.ts'
import { draftsCountQuery } from '#web/buyer/drafts/use-drafts-count.ts'
import { quantity } from '#web/ui/format.ts'
import { Contacts } from '#web/ui/Contacts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useLook } from '#web/ui/look.ts'
import { useLocalStorage } from '#web/ui/use-local-storage.ts'
import { ContractAndWarehouse } from './ContractAndWarehouse.tsx'
import { blocksOf, bottomBarFor, entriesFor, isCurrent, type NavigationEntry } from './navigation.ts'
import styles from './shell.module.css'

const WaitingCount = lazy(() => import('./WaitingCount.tsx').then((module) => ({ default: module.WaitingCount })))

/** Main navigation; on a narrow screen a drawer opened by the menu button. */
export function Sidebar({ me, path }: { me: Me; path: string }) {
  const router = useRouter()
  const menu = useRef<HTMLElement>(null)
  const blocks = blocksOf(entriesFor(me))
  const { phone, hours, email } = useLook()
  const hasContacts = `${phone}${hours}${email}` !== ''

  // The drawer closes when a page is chosen.
  useEffect(
    () =>
      router.subscribe('onResolved', () => {
        if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
      }),
    [router],
  )

  return (
    <nav id="menu" className={`${styles.side} no-print`} aria-label="Разделы" popover="auto" ref={menu}>
      {isBuyer(me) && (
        <div className={styles.sidePicks}>
          <ContractAndWarehouse />
        </div>
      )}
      {blocks.map(({ heading, group, entries }, index) => (
        <Fragment key={entries[0]?.to}>
          {index > 0 && group !== blocks[index - 1]?.group && <hr />}
          {heading ? (
            <CollapsibleGroup label={heading} entries={entries} path={path} />
          ) : (
            entries.map((entry) => <SectionLink key={entry.to} entry={entry} path={path} />)
          )}
        </Fragment>
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
      {isBuyer(me) && hasContacts && (
        <p>
          <Contacts />
        </p>
      )}
    </nav>
  )
}

function SectionLink({ entry, path }: { entry: NavigationEntry; path: string }) {
  const { to, label, icon, count, waitingCount } = entry
  return (
    <Link
      to={to}
      params={{ url: undefined }}
      activeOptions={{ exact: true }}
      aria-current={isCurrent(entry.path, path) ? 'page' : undefined}
    >
      <Icon name={icon} />
      {label}
      {count && (count === 'drafts' ? <DraftCount /> : <ListCount name={count} />)}
      {waitingCount && (
        <Suspense>
          <WaitingCount name={waitingCount} />
        </Suspense>
      )}
    </Link>
  )
}

/** Collapsible sections: open while one of them is shown, otherwise as stored in this browser. */
function CollapsibleGroup({
  label,
  entries,
  path,
}: {
  label: string
  entries: readonly NavigationEntry[]
  path: string
}) {
  const [state, save] = useLocalStorage(`menu-${label}`, 'closed')
  const isShown = entries.some((entry) => isCurrent(entry.path, path))
  return (
    <details
      className={styles.fold}
      open={isShown || state === 'open'}
      onToggle={({ currentTarget: { open } }) => {
        if (!isShown) save(open ? 'open' : 'closed')
      }}
    >
      <summary>
        <Icon name="flame" />
        {label}
        <Icon name="right" />
      </summary>
      {entries.map((entry) => (
        <SectionLink key={entry.to} entry={entry} path={path} />
      ))}
    </details>
  )
}

/** Number of goods in a list; empty for none. */
function ListCount({ name }: { name: 'favoritesCount' | 'needsCount' }) {
  const { data: count = 0 } = useQuery({ ...catalogueInitQuery, select: (init) => init[name] })
  return count > 0 && <em>{quantity(count)}</em>
}

/** Number of drafts. */
function DraftCount() {
  const { data: count = 0 } = useQuery(draftsCountQuery)
  return count > 0 && <em>{quantity(count)}</em>
}

/** The bar of main sections at the bottom of a phone. */
export function BottomBar({ me, path }: { me: Me; path: string }) {
  const entries = bottomBarFor(me)
  if (entries.length < 2) return null
  return (
    <nav className={`${styles.dock} no-print`} aria-label="Главные разделы">
      {entries.map(({ path: entry, to, label, icon }) => (
        <Link
          key={to}
          to={to}
          params={{ url: undefined }}
          activeOptions={{ exact: true }}
          aria-current={isCurrent(entry, path) ? 'page' : undefined}
        >
          <Icon name={icon} size={20} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
