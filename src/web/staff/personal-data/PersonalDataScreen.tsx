import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findDataPeople, type DataPerson } from '#shared/api/account/people-data.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { PersonData } from './PersonData.tsx'
import type { PersonalDataSearch } from './personal-data-url.ts'
import { TermsCard } from './TermsCard.tsx'
import styles from './personal-data.module.css'

type ScreenProps = { search: PersonalDataSearch; onChange: (search: PersonalDataSearch) => void }

/** Requests under 152-ФЗ: export and erasure of personal data, and retention periods. */
export function PersonalDataScreen({ search, onChange }: ScreenProps) {
  const { query, person } = search
  return (
    <Page title="Личные данные" extra={<span className="dim">обращения людей по 152-ФЗ</span>}>
      <div className={styles.columns}>
        <Card title="Кто обратился">
          <CardBody>
            <div className={styles.search}>
              <BarSearch
                key={query}
                label="Имя, почта, телефон или организация"
                placeholder="Имя, почта, телефон или организация"
                value={query ?? ''}
                onSearch={(next) => onChange(next === undefined || next === '' ? {} : { query: next })}
              />
            </div>
            <PeopleFound query={query} chosen={person} onChoose={(id) => onChange({ ...search, person: id })} />
          </CardBody>
        </Card>
        {person !== undefined && <PersonData key={person} id={person} />}
      </div>
      <TermsCard />
    </Page>
  )
}

type FoundProps = { query: string | undefined; chosen: number | undefined; onChoose: (id: number) => void }

function PeopleFound({ query, chosen, onChoose }: FoundProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'personalData', 'people', query],
    queryFn: ({ signal }) => call(findDataPeople, { query: query ?? '' }, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  if (query === undefined)
    return (
      <p className="muted">
        Найдите человека: покажем, что портал о нём хранит, выгрузим это одним файлом или сотрём. Ответить на обращение
        нужно за 10 рабочих дней
      </p>
    )
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={64} />
  if (data.items.length === 0)
    return <EmptyState title="Никого не нашли">Проверьте почту или телефон: стёртых людей в списке нет</EmptyState>
  return (
    <>
      <ul className={styles.people} aria-label="Найденные люди">
        {data.items.map((each) => (
          <li key={each.id} data-on={each.id === chosen || undefined}>
            <Button variant="plain" aria-pressed={each.id === chosen} onClick={() => onChoose(each.id)}>
              {each.name || each.login}
            </Button>
            <span className="small muted">{describePerson(each)}</span>
            {each.state !== 'enabled' && <Tag>{states[each.state]}</Tag>}
          </li>
        ))}
      </ul>
      {data.more && <p className="small muted">Показаны первые 20: уточните запрос</p>}
    </>
  )
}

export const states = { enabled: 'работает', disabled: 'вход закрыт', deleted: 'удалён', erased: 'стёрт' } as const

const roles: Record<string, string> = {
  owner: 'владелец',
  manager: 'менеджер',
  accountant: 'бухгалтер',
  receiver: 'приёмщик',
  admin: 'администратор',
  sales: 'продажи',
  content: 'контент',
}

export function describePerson({ login, phone, role, organisation }: DataPerson): string {
  return [login, phone, organisation || 'наш сотрудник', roles[role]].filter(Boolean).join(' · ')
}
