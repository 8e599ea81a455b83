import type { Option } from '#web/ui/forms/Field.tsx'

export const chooseOne = (label: string): Option => ({ value: '0', label })

export function listed(list: readonly { id: number; header: string }[]): Option[] {
  return list.map(({ id, header }) => ({ value: String(id), label: header }))
}
