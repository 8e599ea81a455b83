import { may, type Person } from '#shared/rights.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ExchangeBlock } from './ExchangeBlock.tsx'
import { OrdersBlock } from './OrdersBlock.tsx'
import { QueueTiles } from './QueueTiles.tsx'
import { SearchesBlock } from './SearchesBlock.tsx'
import { SilentBlock } from './SilentBlock.tsx'
import { useOpenByDigit } from './use-open-by-digit.ts'
import { WaitingBlock } from './WaitingBlock.tsx'
import styles from './dashboard.module.css'

const todayFormat = new Intl.DateTimeFormat('ru-RU', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
})

/** What waits for this person, and how the shop does. Each block has its own call and its own failure. */
export function DashboardScreen({ me }: { me: Person & { id: number } }) {
  const now = useNow(30_000)
  const openByDigit = useOpenByDigit()
  return (
    <div ref={openByDigit}>
      <Page title="Сегодня" extra={<span className="dim nowrap">{todayFormat.format(now).replace(' в ', ', ')}</span>}>
        <QueueTiles now={now} exchange={may(me, 'staff.settings')} />
        <div className={styles.grid}>
          <div className={styles.column}>
            <WaitingBlock me={me.id} now={now} />
            {may(me, 'staff.orders') && <OrdersBlock />}
          </div>
          <div className={styles.column}>
            {may(me, 'staff.settings') && <ExchangeBlock now={now} />}
            {may(me, 'staff.catalogue') && <SearchesBlock />}
            {may(me, 'staff.customers') && <SilentBlock />}
          </div>
        </div>
      </Page>
    </div>
  )
}
