import { createFileRoute, notFound } from '@tanstack/react-router'
import { MaterialScreen } from '#web/buyer/pages/MaterialScreen.tsx'
import { parseInteger } from '#web/search.ts'

export const Route = createFileRoute('/_buyer/(pages)/materials/$id')({
  loader: ({ params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    return { id }
  },
  component: Material,
})

function Material() {
  const { id } = Route.useLoaderData()
  return <MaterialScreen key={id} id={id} />
}
