import { lazy, Suspense, useState } from 'react'
import type { StaffCompany } from '#shared/api/staff/delivery.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import styles from './staff-delivery.module.css'

const CompanyDialog = lazy(() => import('./CompanyDialog.tsx').then((module) => ({ default: module.CompanyDialog })))

type TabProps = { companies: readonly StaffCompany[]; onReload: () => Promise<readonly StaffCompany[] | undefined> }

/** Carriers with their types and terminals. */
export function CompaniesTab({ companies, onReload }: TabProps) {
  const [edited, setEdited] = useState<StaffCompany | 'new'>()
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
      Новая компания
    </Button>
  )
  return (
    <div className="column">
      {companies.length > 0 && <div>{add}</div>}
      <Card>
        {companies.length === 0 ? (
          <EmptyState title="Компаний пока нет" action={add}>
            Добавьте перевозчика, и покупатели смогут выбрать его терминал
          </EmptyState>
        ) : (
          <ul className={styles.zones} aria-label="Транспортные компании">
            {companies.map((company) => (
              <li key={company.id}>
                <span className={styles.name}>
                  <span className="bold">
                    {company.header} {!company.active && <Tag>скрыта</Tag>}
                  </span>
                  <span className="small muted">{factsText(company)}</span>
                </span>
                <Button small aria-label={`Изменить: ${company.header}`} onClick={() => setEdited(company)}>
                  Изменить
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {edited !== undefined && (
        <Suspense>
          <CompanyDialog
            key={edited === 'new' ? 'new' : edited.version}
            company={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onReload={async () => {
              const fresh = await onReload()
              setEdited(fresh?.find(({ id }) => edited !== 'new' && id === edited.id))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function factsText({ types, terminals }: StaffCompany): string {
  const offered = terminals.filter(({ active }) => active)
  const towns = new Set(offered.map(({ city }) => city)).size
  const terminalsText =
    `${withCount(offered.length, ['терминал', 'терминала', 'терминалов'])} ` +
    `в ${withCount(towns, ['городе', 'городах', 'городах'])}`
  return [
    types
      .filter(({ active }) => active)
      .map(({ header }) => header)
      .join(', '),
    offered.length === 0 ? 'без терминалов' : terminalsText,
  ]
    .filter(Boolean)
    .join(' · ')
}
