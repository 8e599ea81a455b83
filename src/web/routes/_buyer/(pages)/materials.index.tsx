import { createFileRoute } from '@tanstack/react-router'
import { MaterialsScreen } from '#web/buyer/pages/MaterialScreen.tsx'

export const Route = createFileRoute('/_buyer/(pages)/materials/')({ component: MaterialsScreen })
