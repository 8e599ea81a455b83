import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** Baseline of the first load: React and a heading. */
const root = document.getElementById('root')
if (root) createRoot(root).render(createElement('h1', null, 'Пустая страница'))
