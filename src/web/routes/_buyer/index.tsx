import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#web/ui/Page.tsx'

export const Route = createFileRoute('/_buyer/')({ component: Home })

function Home() {
  return <Page title="Главная">{null}</Page>
}
