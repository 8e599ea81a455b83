import { useQuery } from '@tanstack/react-query'
import type { LegalFacts } from '#shared/api/account/personal-data.ts'
import { HomeLogo } from '#web/ui/Logo.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { fillText } from './fill-text.ts'
import { legalTexts, type LegalName, type LegalText } from './texts.ts'
import { legalFactsQuery } from './use-legal-facts.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './legal.module.css'

/** A public legal text in one column, printable. */
export function LegalScreen({ name }: { name: LegalName }) {
  const { data: facts, error, refetch } = useQuery(legalFactsQuery)
  const text = legalTexts[name]
  return (
    <div className={styles.frame}>
      <PageTitle>{text.title}</PageTitle>
      <header className={`${styles.top} no-print`}>
        <HomeLogo />
      </header>
      <main className={styles.text}>
        <h1>{text.title}</h1>
        <p className="muted">Редакция от {dayOf(text.version)}</p>
        {facts && <Text text={text} facts={facts} />}
        {!facts &&
          (error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={600} />)}
        <nav className={`${styles.others} no-print`} aria-label="Другие документы">
          {Object.entries(legalTexts)
            .filter(([other]) => other !== name)
            .map(([other, { title }]) => (
              <a key={other} href={`/${other}`}>
                {title}
              </a>
            ))}
        </nav>
      </main>
    </div>
  )
}

function Text({ text: { intro, sections }, facts }: { text: LegalText; facts: LegalFacts }) {
  return (
    <>
      <p>{fillText(intro, facts)}</p>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) =>
            typeof paragraph === 'string' ? (
              <p key={paragraph}>{fillText(paragraph, facts)}</p>
            ) : (
              <ul key={paragraph[0]}>
                {paragraph.map((item) => (
                  <li key={item}>{fillText(item, facts)}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </>
  )
}

function dayOf(version: string): string {
  return version.split('-').toReversed().join('.')
}
