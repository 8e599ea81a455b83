import type { Option } from '#web/ui/forms/Field.tsx'

export const placeholderOption = (label: string): Option => ({ value: '0', label })

export function toOptions(list: readonly { id: number; header: string }[]): Option[] {
  return list.map(({ id, header }) => ({ value: String(id), label: header }))
}
