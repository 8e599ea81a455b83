import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView } from '#web/ui/page/Queue.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { InvitationNotes } from './InvitationNotes.tsx'
import { PeopleCards } from './PeopleCards.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { normalisePeopleSearch, peopleScopes, type PeopleScope, type PeopleSearch } from './people-url.ts'
import { SignIns } from './SignIns.tsx'
import { matches } from './texts.ts'
import { grantableContractsQuery, peopleQuery } from './use-people.ts'
import styles from './people.module.css'

const PersonPanel = lazy(() => import('./PersonPanel.tsx').then((module) => ({ default: module.PersonPanel })))
const PersonDialog = lazy(() => import('./PersonDialog.tsx').then((module) => ({ default: module.PersonDialog })))

const scopeLabels: Record<PeopleScope, string> = { active: 'Действуют', disabled: 'Отключены', all: 'Все' }
const scopeFilters: Record<PeopleScope, (person: Manager) => boolean> = {
  active: ({ enabled }) => enabled === 1,
  disabled: ({ enabled }) => enabled === 0,
  all: () => true,
}

type ScreenProps = { search: PeopleSearch; onChange: (search: PeopleSearch, saved?: boolean) => void }

/** Employees of the organisation with one open beside the list, and their sign-ins. */
export function PeopleScreen({ search, onChange }: ScreenProps) {
  const { data: people, error, refetch } = useQuery(peopleQuery)
  const { data: contracts } = useQuery(grantableContractsQuery)
  const [reloads, setReloads] = useState(0)
  const isSplit = useSplitView()
  const phone = usePhone()
  const scope = search.scope ?? 'active'
  const visiblePeople = people?.filter((person) => scopeFilters[scope](person) && matches(person, search.query))
  const opened = search.person === 'new' ? 'new' : people?.find(({ id }) => id === search.person)
  const open = (person: number | 'new') => onChange({ ...search, person })
  const close = (saved = false) => onChange(closePerson(search), saved)
  const rows = { people: visiblePeople ?? [], search, contractCount: contracts?.length }
  const form = {
    person: opened === 'new' ? undefined : opened,
    contracts: contracts ?? [],
    onSaved: ({ id }: Manager) => onChange({ ...search, person: id }, true),
    onReload: async () => {
      await refetch()
      setReloads((before) => before + 1)
    },
    onClose: close,
  }
  const isOpen = opened !== undefined && contracts !== undefined
  const key = `${search.person} ${reloads}`
  return (
    <Queue
      title="Сотрудники"
      countText={people && withCount(people.length, ['человек', 'человека', 'человек'])}
      panelWidth={428}
      search={
        <span className={styles.add}>
          <Button icon="plus" onClick={() => open('new')}>
            Добавить сотрудника
          </Button>
        </span>
      }
      filters={
        <>
          <Segments
            label="Какие сотрудники"
            options={peopleScopes.map((value) => ({
              value,
              label: scopeLabels[value],
              ...(value === 'all' ? {} : { count: people?.filter(scopeFilters[value]).length ?? 0 }),
            }))}
            value={scope}
            onChange={(next) => onChange(normalisePeopleSearch({ query: search.query, scope: next }))}
          />
          <BarSearch
            key={search.query}
            label="Имя или почта"
            placeholder="Имя или почта"
            value={search.query ?? ''}
            onSearch={(query) => onChange({ ...search, query })}
          />
        </>
      }
      panel={
        isSplit &&
        isOpen && (
          <Suspense fallback={<QueuePanel label="Сотрудник" busy />}>
            <PersonPanel key={key} {...form} />
          </Suspense>
        )
      }
    >
      <div className={styles.parts}>
        {people && <InvitationNotes people={people} />}
        {error && !people && <LoadError error={error} onRetry={() => void refetch()} />}
        {!people && !error && <Skeleton width="100%" height={240} />}
        {visiblePeople?.length === 0 && <Nobody search={search} onShowAll={() => onChange({ scope: 'all' })} />}
        {visiblePeople && visiblePeople.length > 0 && (phone ? <PeopleCards {...rows} /> : <PeopleTable {...rows} />)}
        <SignIns />
      </div>
      {!isSplit && isOpen && (
        <Suspense>
          <PersonDialog key={key} {...form} />
        </Suspense>
      )}
    </Queue>
  )
}

function Nobody({ search, onShowAll }: { search: PeopleSearch; onShowAll: () => void }) {
  const isFiltered = search.query !== undefined
  return (
    <EmptyState
      title={isFiltered ? 'Никого не нашлось' : 'Здесь пока никого'}
      action={<Button onClick={onShowAll}>Показать всех</Button>}
    >
      {isFiltered ? 'Проверьте имя или почту' : 'Отключённые сотрудники не входят, но их заказы остаются'}
    </EmptyState>
  )
}

const closePerson = ({ scope, query }: PeopleSearch): PeopleSearch => normalisePeopleSearch({ scope, query })
