import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Me } from '#shared/api/account/access.ts'
import { isBuyer, may } from '#shared/rights.ts'
import { Bell } from '#web/common/notifications/Bell.tsx'
import { UserMenu } from '#web/common/session/UserMenu.tsx'
import { StockAge } from '#web/parts/stock-age/StockAge.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { useLook } from '#web/ui/look.ts'
import { ContractAndWarehouse } from './ContractAndWarehouse.tsx'
import { FastSearch } from './FastSearch.tsx'
import { staffHome } from './navigation.ts'
import styles from './shell.module.css'

export function TopBar({ me }: { me: Me }) {
  const router = useRouter()
  const navigate = useNavigate()
  const { query } = useSearch({ strict: false }) as { query?: string }
  const buyer = isBuyer(me)
  const { name } = useLook()
  return (
    <header className={`${styles.top} no-print`}>
      <span className={styles.burger}>
        <IconButton icon="menu" label="Меню" popoverTarget="menu" />
      </span>
      <Link
        to={buyer ? '/' : staffHome(me)}
        className={styles.logo}
        aria-label={buyer ? `${name}, на главную` : `${name} · служба, на главную`}
      >
        <Logo {...(buyer ? {} : { suffix: 'служба' })} />
      </Link>
      {buyer && (
        <FastSearch
          query={query ?? ''}
          showPrices={may(me, 'price.view')}
          onSearch={(text) =>
            void navigate({ to: '/catalog/{-$url}', params: { url: undefined }, search: { query: text } })
          }
          onOpen={(id) => void navigate({ to: '/product/$id', params: { id: String(id) } })}
        />
      )}
      <span className="grow" />
      {buyer && (
        <span className={styles.picks}>
          <ContractAndWarehouse />
        </span>
      )}
      {!buyer && (
        <span className={styles.stockAge}>
          <StockAge tag />
        </span>
      )}
      <Bell list={buyer ? '/notifications' : '/admin/notifications'} />
      <UserMenu me={me} onSignedOut={() => void router.invalidate()} />
    </header>
  )
}
