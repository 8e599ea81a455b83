import { useEffect, useRef, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findDataPeople, type DataGuest, type DataPerson } from '#shared/api/account/people-data.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { shortDateTime } from '#web/ui/format.ts'
import { PersonData } from './PersonData.tsx'
import { guestName, parseGuest, type PersonalDataSearch } from './personal-data-url.ts'
import { TermsCard } from './TermsCard.tsx'
import styles from './personal-data.module.css'

type ScreenProps = { search: PersonalDataSearch; onChange: (search: PersonalDataSearch) => void }

/** Requests under 152-ФЗ: export and erasure of personal data, and retention periods. */
export function PersonalDataScreen({ search, onChange }: ScreenProps) {
  const { query, person } = search
  const guest = parseGuest(search.guest)
  return (
    <Page title="Личные данные" extra={<span className="dim">обращения людей по 152-ФЗ</span>}>
      <div className={styles.columns}>
        <Card title="Кто обратился">
          <CardBody>
            <div className={styles.search}>
              <BarSearch
                key={query}
                label="Имя, почта, телефон или организация"
                placeholder="Имя, почта, телефон, фирма"
                value={query ?? ''}
                onSearch={(next) => onChange(next === undefined || next === '' ? {} : { query: next })}
              />
            </div>
            <PeopleFound search={search} onChoose={(chosen) => onChange({ ...(query && { query }), ...chosen })} />
          </CardBody>
        </Card>
        {person !== undefined && (
          <ScrolledIntoView key={person}>
            <PersonData person={{ account: person }} />
          </ScrolledIntoView>
        )}
        {guest && (
          <ScrolledIntoView key={guestName(guest)}>
            <PersonData person={{ guest }} />
          </ScrolledIntoView>
        )}
      </div>
      <TermsCard />
    </Page>
  )
}

/** On a narrow screen the data of the chosen person is below the list. */
function ScrolledIntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={box} className={styles.data}>
      {children}
    </div>
  )
}

type FoundProps = {
  search: PersonalDataSearch
  onChoose: (chosen: Pick<PersonalDataSearch, 'person' | 'guest'>) => void
}

function PeopleFound({ search: { query, person, guest }, onChoose }: FoundProps) {
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
  if (data.items.length + data.guests.length === 0)
    return <EmptyState title="Никого не нашли">Проверьте почту или телефон: стёртых людей в списке нет</EmptyState>
  return (
    <>
      <ul className={styles.people} aria-label="Найденные люди">
        {data.items.map((each) => (
          <FoundPerson
            key={each.id}
            name={each.name || each.login}
            note={describePerson(each)}
            tag={each.state === 'enabled' ? undefined : states[each.state]}
            isChosen={each.id === person}
            onChoose={() => onChoose({ person: each.id })}
          />
        ))}
        {data.guests.map((each) => (
          <FoundPerson
            key={guestName(each)}
            name={each.name || each.phone || each.email}
            note={describeGuest(each)}
            tag="без входа"
            isChosen={guestName(each) === guest}
            onChoose={() => onChoose({ guest: guestName(each) })}
          />
        ))}
      </ul>
      {data.more && <p className="small muted">Показаны первые 20: уточните запрос</p>}
    </>
  )
}

type PersonProps = { name: string; note: string; tag: string | undefined; isChosen: boolean; onChoose: () => void }

function FoundPerson({ name, note, tag, isChosen, onChoose }: PersonProps) {
  return (
    <li data-on={isChosen || undefined}>
      <Button variant="plain" aria-pressed={isChosen} onClick={onChoose}>
        {name}
      </Button>
      {tag !== undefined && <Tag>{tag}</Tag>}
      <span className={`${styles.note} small muted`}>{note}</span>
    </li>
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

function describeGuest({ kind, id, email, phone, company, at }: DataGuest): string {
  const source = kind === 'request' ? `заявка З-${id}` : 'просил перезвонить'
  return [email, phone, company, `${source} ${shortDateTime(at)}`].filter(Boolean).join(' · ')
}
