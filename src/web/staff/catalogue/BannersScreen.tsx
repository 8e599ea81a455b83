import { lazy, Suspense, useState } from 'react'
import type { StaffBanner } from '#shared/api/staff/banners.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { pictureUrl } from '#web/parts/goods/Picture.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { useStaffBanners } from './use-banners.ts'
import styles from './banners.module.css'

const BannerDialog = lazy(() => import('./BannerDialog.tsx').then((module) => ({ default: module.BannerDialog })))

const stateLabels: Record<StaffBanner['state'], { label: string; tone?: Tone }> = {
  running: { label: 'Показывается', tone: 'ok' },
  coming: { label: 'Ещё не показывается', tone: 'info' },
  over: { label: 'Закончился' },
  off: { label: 'Выключен', tone: 'warn' },
}

/** Banners of the buyers' home page, in display order. */
export function BannersScreen() {
  const { data, error, refetch } = useStaffBanners()
  const [edited, setEdited] = useState<StaffBanner | 'new'>()
  const addButton = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      Новый баннер
    </Button>
  )
  return (
    <Page
      title="Баннеры"
      extra={
        data && <span className="dim nowrap">{withCount(data.items.length, ['баннер', 'баннера', 'баннеров'])}</span>
      }
      actions={addButton}
    >
      <Card>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={60} />
          </CardBody>
        ) : data.items.length === 0 ? (
          <EmptyState title="Баннеров пока нет">
            Добавьте первый: он появится на главной странице покупателей
          </EmptyState>
        ) : (
          <ul className={styles.banners} aria-label="Баннеры">
            {data.items.map((banner) => (
              <BannerRow key={banner.id} banner={banner} onOpen={() => setEdited(banner)} />
            ))}
          </ul>
        )}
      </Card>
      {edited !== undefined && (
        <Suspense>
          <BannerDialog
            key={edited === 'new' ? 'new' : edited.version}
            banner={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onReload={async () => {
              const fresh = (await refetch()).data?.items.find(({ id }) => edited !== 'new' && id === edited.id)
              setEdited(fresh)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

function BannerRow({ banner, onOpen }: { banner: StaffBanner; onOpen: () => void }) {
  const { title, text, link, picture, picturetype, state } = banner
  const { label, tone } = stateLabels[state]
  return (
    <li>
      <img
        className={styles.thumb}
        src={pictureUrl(picture, picturetype, 256)}
        alt=""
        width={160}
        height={40}
        loading="lazy"
        decoding="async"
      />
      <div className={styles.name}>
        <span className="bold clip">{title}</span>
        <span className="small muted clip">{text}</span>
        <span className="small dim clip">{link === '' ? 'без ссылки' : link}</span>
      </div>
      <span className={styles.days}>{periodText(banner)}</span>
      <span className={styles.state}>
        <Tag {...(tone && { tone })}>{label}</Tag>
      </span>
      <Button small aria-label={`Изменить: ${title}`} onClick={onOpen}>
        Изменить
      </Button>
    </li>
  )
}

function periodText({ starts, ends }: StaffBanner): string {
  if (starts === null && ends === null) return 'всегда'
  if (starts === ends) return starts ?? ''
  return [starts && `с ${starts}`, ends && `по ${ends}`].filter(Boolean).join(' ')
}
