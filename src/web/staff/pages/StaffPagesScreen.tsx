import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StaffMaterial } from '#shared/api/staff/pages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { NewsCard } from './NewsCard.tsx'
import { audienceText, noAudience, periodText } from './placement-draft.ts'
import { audienceQuery, useSaveMaterial, useStaffMaterials } from './use-staff-pages.ts'
import styles from './staff-pages.module.css'

const stateLabels: Record<StaffMaterial['state'], string> = {
  running: 'Опубликована',
  coming: 'Ещё не видна',
  over: 'Срок прошёл',
  off: 'Черновик',
}

/** News of the buyers' home page, and the pages of the portal. */
export function StaffPagesScreen() {
  const { data, error, refetch } = useStaffMaterials()
  return (
    <Page title="Страницы и новости">
      <NewsCard />
      <Card
        title="Страницы"
        extra={
          <Link to="/admin/materials/$id" params={{ id: 'new' }} className={buttonClass({ small: true })}>
            Новая страница
          </Link>
        }
      >
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={60} />
          </CardBody>
        ) : data.length === 0 ? (
          <EmptyState title="Страниц пока нет">Напишите условия работы, возврата или гарантии</EmptyState>
        ) : (
          <ul className={styles.list} aria-label="Страницы">
            {data.map((page) => (
              <PageRow key={page.id} page={page} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

function PageRow({ page }: { page: StaffMaterial }) {
  const { id, title, published, date } = page
  const { data: audience = noAudience } = useQuery(audienceQuery)
  const save = useSaveMaterial()
  const notify = useNotify()

  function publish(isActive: boolean) {
    save.mutate(
      { ...page, published: isActive },
      {
        onSuccess: () => notify({ tone: 'ok', text: isActive ? 'Страница открыта' : 'Страница убрана', fadeMs: 3000 }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  return (
    <li>
      <span className={styles.name}>
        <Link to="/admin/materials/$id" params={{ id: String(id) }}>
          {title}
        </Link>
        <span className="small dim">
          {[periodText(page), audienceText(page, audience)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={`${styles.date} small dim`}>{`изменена ${dateTime(date)}`}</span>
      <span className={styles.state}>
        <Switch
          label={`Опубликовать: ${title}`}
          text={stateLabels[page.state]}
          checked={save.isPending ? save.variables.published === true : published}
          onChange={publish}
        />
      </span>
    </li>
  )
}
