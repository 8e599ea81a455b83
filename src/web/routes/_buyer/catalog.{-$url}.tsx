import { createFileRoute } from '@tanstack/react-router'
import { normaliseSearch } from '#web/features/catalogue/url-state.ts'
import { Page } from '#web/ui/Page.tsx'

export const Route = createFileRoute('/_buyer/catalog/{-$url}')({
  validateSearch: normaliseSearch,
  component: Catalogue,
})

function Catalogue() {
  return <Page title="Каталог">{null}</Page>
}
