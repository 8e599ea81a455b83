import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** What the first load is compared with: React and a heading. */
const root = document.getElementById('root')
if (root) createRoot(root).render(createElement('h1', null, 'Пустая страница'))
