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
  const [opened, open] = useState<StaffCompany | 'new'>()
  const add = (
    <Button variant="primary" icon="plus" onClick={() => open('new')}>
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
                  <span className="small muted">{factsOf(company)}</span>
                </span>
                <Button small aria-label={`Изменить: ${company.header}`} onClick={() => open(company)}>
                  Изменить
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {opened !== undefined && (
        <Suspense>
          <CompanyDialog
            key={opened === 'new' ? 'new' : opened.version}
            company={opened === 'new' ? undefined : opened}
            onClose={() => open(undefined)}
            onReload={async () => {
              const fresh = await onReload()
              open(fresh?.find(({ id }) => opened !== 'new' && id === opened.id))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function factsOf({ types, terminals }: StaffCompany): string {
  const offered = terminals.filter(({ active }) => active)
  const towns = new Set(offered.map(({ city }) => city)).size
  const terminalsText = `${withCount(offered.length, ['терминал', 'терминала', 'терминалов'])} в ${withCount(towns, ['городе', 'городах', 'городах'])}`
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
