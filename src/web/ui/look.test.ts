import { expect, test, vi } from 'vitest'
import { applyLook } from './look.ts'

const look = { name: 'Крепёж', phone: '', hours: '', email: '', logo: '', icon: '', style: ':root{--accent:#6b3fa0}' }

test('a page served without the look gets its style and icon, and the usual icon without a logo', () => {
  const head: { id?: string; textContent?: string }[] = []
  const icon = { href: '/favicon.svg', removeAttribute: vi.fn<(name: string) => void>() }
  vi.stubGlobal('document', {
    getElementById: (id: string) => head.find((element) => element.id === id) ?? null,
    createElement: () => ({}),
    querySelector: () => icon,
    head: { append: (element: object) => head.push(element) },
  })
  applyLook({ ...look, icon: '/dbpics/7.webp?w=128' })
  expect(icon.href).toBe('/dbpics/7.webp?w=128')
  expect(icon.removeAttribute).toHaveBeenCalledWith('type')
  applyLook(look)
  expect(icon.href).toBe('/favicon.svg')
  expect(head).toMatchObject([{ id: 'firm-style', textContent: look.style }])
  vi.unstubAllGlobals()
})
