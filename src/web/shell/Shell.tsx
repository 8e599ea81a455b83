import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { isBuyer, may } from '#shared/rights.ts'
import { DebtAlert } from '#web/buyer/contracts/DebtAlert.tsx'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { useStockAge } from '#web/parts/stock-age/use-stock-age.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Connection } from './Connection.tsx'
import { ContractSync } from './ContractSync.tsx'
import { BottomBar, Sidebar } from './Sidebar.tsx'
import { ShellBasketBar } from './ShellBasketBar.tsx'
import { focusFirstQuantity } from './focus-first-quantity.ts'
import { showsGoods, showsStock } from './navigation.ts'
import { TopBar } from './TopBar.tsx'
import { useFocus } from './use-focus.ts'
import styles from './shell.module.css'

/** Opens the stream once the page is rendered. */
const LiveUpdates = lazy(() => import('./LiveUpdates.tsx').then((module) => ({ default: module.LiveUpdates })))
const ActingBar = lazy(() => import('./ActingBar.tsx').then((module) => ({ default: module.ActingBar })))
const VisitorNote = lazy(() =>
  import('#web/common/session/visitors/VisitorNote.tsx').then((module) => ({ default: module.VisitorNote })),
)

/** The frame around every page of a signed-in user. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useFocus()
  const showsBasket = may(me, 'basket.view') && (path === '/' || showsGoods(path))
  return (
    <>
      <Suspense>
        <LiveUpdates account={me.id} />
      </Suspense>
      {may(me, 'basket.view') && <ContractSync />}
      {me.acting && (
        <Suspense>
          <ActingBar me={me} acting={me.acting} />
        </Suspense>
      )}
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          К содержанию
        </a>
        {showsGoods(path) && (
          <button type="button" className={styles.skip} onClick={focusFirstQuantity}>
            К товарам
          </button>
        )}
        <TopBar me={me} />
        <Sidebar me={me} path={path} />
        <main id="main" className={styles.main} tabIndex={-1} data-scroll-restoration-id="main">
          <Connection />
          {me.demo && (
            <div className={styles.alert}>
              <Suspense>
                <VisitorNote />
              </Suspense>
            </div>
          )}
          {isBuyer(me) && path !== '/' && (
            <ChosenContractAlert linksToFinances={may(me, 'finances.view')} path={path} />
          )}
          {isBuyer(me) && showsStock(path) && <LateStock />}
          <div className={styles.content}>{children}</div>
        </main>
        {showsBasket && <ShellBasketBar mayKeep={may(me, 'draft.edit')} />}
        <BottomBar me={me} path={path} />
      </div>
    </>
  )
}

/** Above every page of a buyer that shows stock. */
function LateStock() {
  const age = useStockAge()
  if (!age?.isLate) return null
  return (
    <div className={styles.alert}>
      <Note tone="warn">{age.text}</Note>
    </div>
  )
}

function ChosenContractAlert({ linksToFinances, path }: { linksToFinances: boolean; path: string }) {
  const { chosen } = useContracts()
  if (!chosen || (!chosen.stopOrders && !chosen.debtAlert)) return null
  return (
    <div className={styles.alert}>
      <DebtAlert
        contract={chosen}
        action={
          linksToFinances &&
          !path.startsWith('/finances') && (
            <Link
              to="/finances"
              search={{ contract: chosen.id, view: 'overdue' }}
              className={buttonClass({ small: true })}
            >
              Что оплатить
            </Link>
          )
        }
      />
    </div>
  )
}
