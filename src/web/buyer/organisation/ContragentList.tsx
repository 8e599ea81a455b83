import { Link } from '@tanstack/react-router'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { withCount } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { contragentState } from './terms-texts.ts'
import styles from './organisation.module.css'

export const contractForms = ['договор', 'договора', 'договоров'] as const

/** The legal entities of the organisation; one is open beside the list. */
export function ContragentList({ contragents, chosen }: { contragents: readonly Contragent[]; chosen: number }) {
  const hasInactive = contragents.some(({ status }) => status === 'inactive')
  return (
    <nav className={styles.contragents} aria-label="Контрагенты">
      {contragents.map((contragent) => {
        const { id, company, inn, status, contracts } = contragent
        const { text, tone } = contragentState(contragent)
        return (
          <Link
            key={id}
            to="/organisation"
            search={{ contragent: id }}
            resetScroll={false}
            aria-current={id === chosen ? 'true' : undefined}
            data-off={status === 'inactive' || undefined}
          >
            <span className={styles.name}>
              <b>{company}</b>
              <Tag tone={tone}>{text}</Tag>
            </span>
            <span className="small muted">
              ИНН {inn} · {contracts.length > 0 ? withCount(contracts.length, contractForms) : 'без договоров'}
            </span>
          </Link>
        )
      })}
      {hasInactive && (
        <p className="small muted">Отключённый остаётся в старых документах; заказать от его имени нельзя.</p>
      )}
    </nav>
  )
}
